class Greeter {}
