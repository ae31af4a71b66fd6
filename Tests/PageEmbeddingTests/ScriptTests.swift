import Testing

@testable import PageEmbedding

@Suite("Scripts without what is for people")
struct ScriptTests {
  private func stripped(_ text: String) throws -> String {
    try ScriptReader.tokens(of: text, path: "a.js").script
  }

  @Test(
    "keep what they mean",
    arguments: [
      // Comments, and what only looks like one.
      ("a(); // b", "a();"), ("/** b */\na();", "a();"), ("const x = /** @type {any} */ (y);", "let x=y;"),
      ("'// not'", "'// not'"), ("\"/* not */\"", "\"/* not */\""),
      ("`// not ${a /* b */} /* not */`", "`// not ${a} /* not */`"),
      ("'it\\'s // not'", "'it\\'s // not'"), ("a = b / c; // d / e", "a=b/c;"),
      ("a = /\\/\\/['\"`]/g;", "a=/\\/\\/['\"`]/g;"),
      ("a = /[/*]/; b = c /* d */ / e;", "a=/[/*]/;b=c/e;"), ("return /a'b/.test(c)", "return /a'b/.test(c)"),
      ("x = (a) / b / c;", "x=a/b/c;"), ("`${`${'}'}`}`", "`${`${'}'}`}`"), ("`a${{b: 1}.b}c`", "`a${{b:1}.b}c`"),
      // Lines and spaces.
      ("a()\n  b()", "a()\nb()"), ("a\n  .b()\n  .c();", "a.b().c();"), ("return\na", "return\na"),
      ("const a = [\n  1,\n  2,\n];", "let a=[1,2];"), ("f(\n  a,\n);", "f(a);"), ("[a, , ]", "[a,,]"),
      ("`a\n  b // c`", "`a\n  b // c`"), ("a + +b - -c + ++d", "a+ +b- -c+ ++d"), ("1 .toFixed()", "1 .toFixed()"),
      ("typeof a in b", "typeof a in b"), ("a ? .5 : 1", "a?.5:1"), ("a?.b ?? c", "a?.b??c"), ("1e-5 - 2", "1e-5-2"),
      ("x => {\n  y();\n}", "x=>{y()}"), ("{}\na()", "{}\na()"),
      ("async function a() {}", "async function a(){}"), ("a\n++b", "a\n++b"), ("#a in b", "#a in b"),
    ])
  func stripping(text: String, expected: String) throws {
    #expect(try stripped(text) == expected + "\n")
  }

  @Test(
    "lose semicolons before a brace, and words that declare, only where they may",
    arguments: [
      ("let a = 1;\nlet b = 2;", "let a=1,b=2;"), ("const a = 1; let b; const c = 2;", "let a=1,b,c=2;"),
      ("const a = {b: () => { c(); }};\nconst d = [1];", "let a={b:()=>{c()}},d=[1];"),
      ("const {a} = b;\nconst [c] = d;", "let{a}=b,[c]=d;"),
      ("a();\nconst b = 1;\nconst c = 2;", "a();let b=1,c=2;"),
      // Who leaves out a semicolon is not made to say something else.
      ("const a = 1\nb();\nconst c = 2;", "let a=1\nb();let c=2;"),
      ("const a = () => {}\nb();\nconst c = 2;", "let a=()=>{}\nb();let c=2;"),
      ("{ while (a()); }", "{while(a());}"), ("{ for (;;); }", "{for(;;);}"), ("{ if (a) b(); }", "{if(a)b()}"),
      ("{ if (a) {} else; }", "{if(a){}else;}"), ("({a: 1, b: 2,});", "({a:1,b:2});"),
      ("class A { b; c; }", "class A{b;c}"),
      // Flags, and members of these names.
      (
        "const a = {is: true, true: false}, b = () => { return a.true ? true : false; };",
        "let a={is:!0,true:!1},b=()=>{return a.true?!0:!1};"
      ),
      ("for (const a of b) {}\nconst c = 1;", "for(let a of b){}let c=1;"),
    ])
  func shortening(text: String, expected: String) throws {
    #expect(try stripped(text) == expected + "\n")
  }

  @Test(
    "lose lines and brackets only where they mean nothing",
    arguments: [
      ("if (a) {\n}\nb();", "if(a){}b();"), ("if (a)\n  b();\nelse\n  c();", "if(a)b();else c();"),
      ("try {\n} catch {\n}\na();", "try{}catch{}a();"), ("function a() {\n}\nb();", "function a(){}b();"),
      ("class A {\n  b() {\n  }\n  c() {\n  }\n}\nd();", "class A{b(){}c(){}}d();"),
      ("const a = function() {\n}\nb();", "let a=function(){}\nb();"),
      ("class A {\n  a = () => {\n  }\n  b\n}", "class A{a=()=>{}\nb}"),
      ("const A = class {\n  b() {\n  }\n  c\n}\nd()", "let A=class{b(){}\nc}\nd()"),
      ("a = {}\nb()", "a={}\nb()"),
      ("await (a)\nb()", "await(a)\nb()"), ("a.catch(b)\nc()", "a.catch(b)\nc()"),
      ("f((a) => (b), (c.d(e)[f]));", "f(a=>b,c.d(e)[f]);"), ("f((a, b) => (a, b));", "f((a,b)=>(a,b));"),
      ("return (a);", "return a;"), ("(a)();", "(a)();"), ("a = (b?.c).d;", "a=(b?.c).d;"), ("a = (1).b;", "a=(1).b;"),
      ("a = (b + c);", "a=(b+c);"), ("f(async (a) => (await b));", "f(async(a)=>(await b));"),
      ("new (a.b())();", "new(a.b())();"),
      ("a = (typeof b);", "a=(typeof b);"), ("a ? (b) : (c)", "a?b:(c)"),
    ])
  func needless(text: String, expected: String) throws {
    #expect(try stripped(text) == expected + "\n")
  }

  @Test("that are not closed end the build", arguments: ["`a${b", "'a\n'", "/* a", "a = /b\n/", "`a"])
  func open(text: String) {
    #expect(throws: EmbeddingError.self) { try stripped(text) }
  }

  @Test("nothing is left of comments alone")
  func empty() throws {
    #expect(try stripped("// a\n/* b */\n") == "")
  }
}

@Suite("Names in a script")
struct NameTests {
  private func names(_ text: String) throws -> (roles: String, top: [String]) {
    let tokens = try ScriptReader.tokens(of: text, path: "a.js")
    let names = ScriptNames(tokens)
    let found = zip(tokens, names.roles).compactMap { token, role in
      switch role {
      case .none: nil as String?
      case .name: token.text
      case .shorthand: "{\(token.text)}"
      }
    }
    return (found.joined(separator: " "), names.top.sorted())
  }

  @Test(
    "are told from keys, members and keywords",
    arguments: [
      ("a.b?.c[d]", "a d"), ("({a: b, c, ...d, [e]: f, g() { h; }, get i() { return j; }})", "b {c} d e f h j"),
      ("const {a, b: c, d = e} = f;", "{a} c {d} e f"), ("x ? {a} : b;", "x {a} b"), ("x ? a : {b: c}", "x a c"),
      ("(a, b) => ({a, b: a})", "a b {a} a"), ("a => { b(c, d); }", "a b c d"),
      ("class A extends B { c = d; #e = f; static g = h; async i(j) { k; } get l() { m; } }", "A B d f h j k m"),
      ("h('p', {class: a, default: b}, c); ({d: e})", "h a b c e"), ("let a, b, c;", "a b c"),
      ("switch (a) { case b: { c(); break; } default: { d({e}); } }", "a b c d {e}"),
      ("for (const a of b) c(of);", "a b c of"), ("for (const [a] of of(b)) {}", "a of b"),
      ("`${a} b ${{c: d}.e}`", "a d"),
      ("if (a) { b } else { c, d }", "a b c d"), ("return {a, b: {c}};", "{a} {c}"), ("({a = 1}) => a", "{a} a"),
      ("f({a: x ? y : z, b})", "f x y z {b}"), ("try { a } catch { b }", "a b"), ("a.class.b({c})", "a {c}"),
      ("a.case, b = {c, default: d}", "a b {c} d"), ("new A({b}).c", "A {b}"), ("async ({a}) => await {b}", "{a} {b}"),
    ])
  func roles(text: String, expected: String) throws {
    #expect(try names(text).roles == expected)
  }

  @Test(
    "are declared at the top, or not",
    arguments: [
      ("const a = 1, b = () => { const c = 2; };", ["a", "b"]), ("let {a, b: c} = d, [e] = f;", ["a", "c", "e"]),
      ("function a(b) { let c; }\nclass D {}\nasync function* e() {}", ["D", "a", "e"]),
      ("const a = function b() {}, c = class D {};", ["a", "c"]), ("a({const: 1}); { let b; }", []),
      ("const a = b.c, d = [e, f];", ["a", "d"]), ("const a = `${b}`; let c;", ["a", "c"]),
    ] as [(String, [String])])
  func top(text: String, expected: [String]) throws {
    #expect(try names(text).top == expected)
  }
}
