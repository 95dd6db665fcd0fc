//! Requests on subjects that have nothing to do with each other: what stands in many of them tells nothing of a skill.

/// As people type them; each about something else.
const ENGLISH: [&str; 20] = [
    "Can you fix the failing tests in this repository and tell me what was wrong?",
    "Write a short email to the team about the meeting on Friday, please",
    "I want to merge these two PDF files and remove the last page",
    "What is the weather going to be like in Berlin at the weekend?",
    "Make a chart of our sales for the last three years from this spreadsheet",
    "Please translate this letter into German for my landlord",
    "How do I set up a database for the new server?",
    "Review the changes in my branch before I open a pull request",
    "Book a table for four at an Italian restaurant in the city",
    "Draw a logo with a blue bird and a yellow sun for me",
    "Explain this contract to me in simple words",
    "Find all the photos that were taken in Rome and put them in one album",
    "Plan a trip of five days to Japan with the children",
    "The login page is slow, find out why and make it faster",
    "Give me a recipe for dinner with rice and vegetables",
    "Summarize the interview in the recording and list the open questions",
    "Check whether the invoice has the right tax and total",
    "Create slides for the talk I have to give at the conference",
    "Turn this list of addresses into labels that I can print",
    "Compare the prices of the three phones and say which one to buy",
];
const CHINESE: [&str; 20] = [
    "帮我把这两个PDF文件合并成一个，并删掉最后一页",
    "请把这封信翻译成德语，我要发给房东",
    "我想知道这个周末柏林的天气怎么样",
    "用这张表格做一个近三年销售额的折线图",
    "帮我写一封邮件通知大家周五开会",
    "检查一下登录页面为什么这么慢，并把它改快",
    "请帮我看看这份合同里有没有对我不利的条款",
    "给我推荐一道用米饭和蔬菜做的晚餐",
    "把录音里的采访整理成摘要，并列出没有解决的问题",
    "怎么在新的服务器上安装数据库？",
    "画一个有蓝色小鸟和黄色太阳的标志",
    "我要带孩子去日本玩五天，请做一个行程计划",
    "这张发票的税额和总额对不对？",
    "帮我做一份演讲用的幻灯片，大概十页",
    "把这些地址变成可以打印的标签",
    "比较这三款手机的价格，告诉我应该买哪一个",
    "测试为什么失败了？请修复并说明原因",
    "在提交之前看一下我的分支改了什么",
    "找出所有在罗马拍的照片，放到一个相册里",
    "用简单的话给我解释一下这条新闻",
];
/// In so many of the twenty requests of a language, a piece tells nothing any more.
const MANY: usize = 4;

/// Whether a piece (in lower case) stands in many requests, whatever they are about.
pub(crate) fn is_in_ordinary_requests(piece: &str) -> bool {
    let many = |requests: &[&str]| {
        requests.iter().filter(|request| request.to_lowercase().contains(piece)).take(MANY).count() == MANY
    };
    many(&ENGLISH) || many(&CHINESE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_any_request_is_told_from_what_names_a_subject() {
        for piece in ["the", "in", "me", "to", "and", "an", "帮我", "一个"] {
            assert!(is_in_ordinary_requests(piece), "{piece}");
        }
        for piece in ["pdf", "chart", "recipe", "合并", "翻译", "发票", "kubernetes"] {
            assert!(!is_in_ordinary_requests(piece), "{piece}");
        }
    }
}
