//! Archives made by hand, byte for byte, so that they can lie. Shared by the unit tests and the integration tests.
#![allow(dead_code, reason = "each of the two test binaries uses a part")]

use std::io::Write as _;

/// One entry of a zip; the fields that may lie default to the truth.
#[derive(Clone)]
pub(crate) struct Forged {
    pub(crate) name: Vec<u8>,
    /// The name in the entry's own header, where it differs.
    pub(crate) local_name: Option<Vec<u8>>,
    pub(crate) content: Vec<u8>,
    /// The bytes stored, where they are not the content itself.
    pub(crate) stored: Option<Vec<u8>>,
    pub(crate) method: u16,
    /// The size it claims.
    pub(crate) size: Option<u32>,
    pub(crate) checksum: Option<u32>,
    pub(crate) flags: u16,
    /// Unix mode with type bits; `None` is an entry made on DOS.
    pub(crate) mode: Option<u32>,
}

impl Forged {
    pub(crate) fn file(name: impl Into<Vec<u8>>, content: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            local_name: None,
            content: content.into(),
            stored: None,
            method: 0,
            size: None,
            checksum: None,
            flags: 0,
            mode: Some(0o100_644),
        }
    }

    pub(crate) fn with_mode(mut self, mode: u32) -> Self {
        self.mode = Some(mode);
        self
    }

    pub(crate) fn link(name: &str, target: &str) -> Self {
        Self::file(name, target).with_mode(0o120_777)
    }

    pub(crate) fn deflated(mut self) -> Self {
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&self.content).expect("memory");
        self.stored = Some(encoder.finish().expect("memory"));
        self.method = 8;
        self
    }

    fn fields(&self) -> Vec<u8> {
        let data = self.stored.as_ref().unwrap_or(&self.content);
        let mut out = Vec::new();
        out.extend(20u16.to_le_bytes());
        out.extend(self.flags.to_le_bytes());
        out.extend(self.method.to_le_bytes());
        out.extend([0, 0, 0x21, 0]);
        out.extend(self.checksum.unwrap_or_else(|| crc32(&self.content)).to_le_bytes());
        out.extend(u32::try_from(data.len()).expect("small").to_le_bytes());
        let size = self.size.unwrap_or(u32::try_from(self.content.len()).expect("small"));
        out.extend(size.to_le_bytes());
        out
    }
}

fn length(bytes: &[u8]) -> [u8; 2] {
    u16::try_from(bytes.len()).expect("a short name").to_le_bytes()
}

pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 },
        )
    })
}

/// A zip of these entries in this order.
pub(crate) fn zip(entries: &[Forged]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut starts = Vec::new();
    for entry in entries {
        starts.push(out.len());
        let name = entry.local_name.as_ref().unwrap_or(&entry.name);
        out.extend(b"PK\x03\x04");
        out.extend(entry.fields());
        out.extend(length(name));
        out.extend([0, 0]);
        out.extend(name);
        out.extend(entry.stored.as_ref().unwrap_or(&entry.content));
    }
    directory(&mut out, entries, &starts);
    out
}

/// A zip whose entries all point to the data of the first.
pub(crate) fn overlapping(name: &str, others: &[&str], content: &[u8]) -> Vec<u8> {
    let entries: Vec<_> =
        std::iter::once(&name).chain(others).map(|name| Forged::file(*name, content)).collect();
    let mut out = zip(&entries[..1]);
    let end = out.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
    out.truncate(end);
    directory(&mut out, &entries, &vec![0; entries.len()]);
    out
}

fn directory(out: &mut Vec<u8>, entries: &[Forged], starts: &[usize]) {
    let begin = out.len();
    for (entry, start) in entries.iter().zip(starts) {
        out.extend(b"PK\x01\x02");
        out.extend([20, if entry.mode.is_some() { 3 } else { 0 }]);
        out.extend(entry.fields());
        out.extend(length(&entry.name));
        out.extend([0; 8]);
        out.extend((entry.mode.unwrap_or(0) << 16).to_le_bytes());
        out.extend(u32::try_from(*start).expect("small").to_le_bytes());
        out.extend(&entry.name);
    }
    let size = u32::try_from(out.len() - begin).expect("small");
    let count = u16::try_from(entries.len()).expect("few").to_le_bytes();
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend(size.to_le_bytes());
    out.extend(u32::try_from(begin).expect("small").to_le_bytes());
    out.extend([0, 0]);
}

/// One block and content of a tar: `kind` is the type flag.
pub(crate) fn tar_entry(name: &[u8], kind: u8, mode: u32, target: &[u8], content: &[u8]) -> Vec<u8> {
    let mut head = [0u8; 512];
    head[..name.len()].copy_from_slice(name);
    head[100..107].copy_from_slice(format!("{mode:07o}").as_bytes());
    head[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
    head[136..147].copy_from_slice(b"00000000000");
    head[156] = kind;
    head[157..157 + target.len()].copy_from_slice(target);
    head[257..265].copy_from_slice(b"ustar\x0000");
    head[148..156].copy_from_slice(b"        ");
    let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
    head[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    let mut out = head.to_vec();
    out.extend(content);
    out.resize(out.len().next_multiple_of(512), 0);
    out
}

/// A tar.gz of such entries with its closing blocks.
pub(crate) fn tar_gz(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut tar = entries.concat();
    tar.extend([0; 1024]);
    gzip(&tar)
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}
