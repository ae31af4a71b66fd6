import Testing

@testable import PageEmbedding

@Suite("Joined modules")
struct JoiningTests {
  private func join(_ files: [String: String]) throws -> [String: String] {
    var joining = ScriptJoining(files.map { SourceFile(path: $0.key, text: $0.value) })
    return Dictionary(uniqueKeysWithValues: try joining.files().map { ($0.path, $0.text) })
  }

  @Test("stand after those that they import, once")
  func order() throws {
    let files = try join([
      "app/main.js": "import {b} from './b.js';\nimport {a} from './model/a.js';\nb(a);",
      "app/b.js": "import {a} from './model/a.js';\nexport function b() { return a; }",
      "app/model/a.js": "export const a = {};",
    ])
    #expect(files == ["app/main.js": "let T={};\nfunction E(){return T}\nE(T);\n"])
  }

  @Test("each name at a top has a short spelling of its own, and what is the browser's keeps its own everywhere")
  func spelling() throws {
    let files = try join([
      "app/main.js": "import {row as line, list} from './a.js';\nimport {title} from './b.js';\nline(list, title);",
      // `open` is the browser's in one module, `title` a local name in another.
      "app/a.js":
        "const size = {};\nexport function row(title) { return {size, title}; }\nexport const list = open(size);",
      "app/b.js": "const size = {};\nfunction open() { return size; }\nexport const title = (E) => open(E);",
    ])
    #expect(
      files["app/main.js"] == """
        let T={};function S(e){return{size:T,title:e}}let E=open(T);
        let A={};function N(){return A}let C=e=>N(e);
        S(E,C);

        """)
  }

  @Test(
    "names within a part of a module are as short as they can be, and are never what others are there",
    arguments: [
      // What is seen in two places at once is spelt in two ways, and only that.
      ("const a = (one) => (two) => one + two;", "let T=e=>t=>e+t;"),
      ("const a = (one) => one, b = (two) => two;", "let T=e=>e,E=e=>e;"),
      (
        "function a(one) { const two = one; return {one, two: two.one}; }",
        "function T(e){let t=e;return{one:e,two:t.one}}"
      ),
      ("function a({one, two: [three] = one, ...four}) {}", "function T({one:e,two:[n]=e,...t}){}"),
      (
        "function a() { for (const one of b) c(one); for (const two of b) c(two); }",
        "function T(){for(let e of b)c(e);for(let t of b)c(t)}"
      ),
      (
        "function a() { try { b(); } catch (one) { c(one); } catch { b(one); } }",
        "function T(){try{b()}catch(one){c(one)}catch{b(one)}}"
      ),
      // The browser's, which another part has for something else.
      ("function a(name) { return name; }\nconst b = () => name;", "function T(name){return name}let E=()=>name;"),
      ("function a(e, t) { return e(n, t); }", "function T(e,t){return e(n,t)}"),
      ("function a(one) { return s(one, e, t); }", "function T(n){return s(n,e,t)}"),
      // Members keep their names, but those that only a class sees.
      (
        "class A { #one = 1; two(three) { return this.#one + three.two; } static #four() {} }",
        "class T{#e=1;two(e){return this.#e+e.two}static #t(){}}"
      ),
      ("class A { one = (two) => two; three(four) { four(); } }", "class T{one=e=>e;three(e){e()}}"),
      (
        "const a = {one(two) { two(); }, get three() { return one; }};",
        "let T={one(e){e()},get three(){return one}};"
      ),
      ("const a = `${((one) => one)(1)} one ${{one: 1}.one}`;", "let T=`${(e=>e)(1)} one ${{one:1}.one}`;"),
    ])
  func locals(text: String, expected: String) throws {
    // What nobody names is left out.
    let names = try ScriptNames(ScriptReader.tokens(of: text, path: "")).top.sorted().joined(separator: ", ")
    let script = try #require(try join(["app/main.js": "\(text)\nuse(\(names));"])["app/main.js"])
    let rest = try #require(script.firstRange(of: "use("))
    #expect(["", "\n"].contains(script[..<rest.lowerBound].dropFirst(expected.count)))
    #expect(script.hasPrefix(expected))
  }

  @Test("names are passed on, given other names, and taken as a whole")
  func forms() throws {
    let files = try join(
      [
        "app/main.js": """
        import * as words from './words.js';
        import {say as tell, two} from './words.js';
        const title = words.title(tell, two, {words});
        """,
        "app/words.js":
          "export {title} from './titles.js';\nexport * from './more.js';\nconst other = 1;\nexport {other as say};",
        "app/titles.js": "export const title = (x) => x;", "app/more.js": "export const one = 1, two = 2;",
      ].filter { $0.key != "app/more.js" }.merging(["app/numbers.js": "export const one = [1], two = [2];"]) { $1 }
        .mapValues { $0.replacing("./more.js", with: "./numbers.js") })
    #expect(
      files["app/main.js"] == """
        let T=e=>e;
        let S=[1],E=[2];
        let $2={one:S,say:1,title:T,two:E};
        let N=T(1,E,{words:$2});

        """)
  }

  @Test(
    "functions that nobody names are left out, and what only those name",
    arguments: [
      ("const a = () => b();\nfunction b() {}\nc();", "c();"), ("async function* a() { a(); }\nb();", "b();"),
      ("function a() {}\nconst b = a;", "function T(){}let E=T;"), ("const a = b();\nfunction c() {}", "let T=b();"),
      // Another declaration with it, and what is exported for somebody.
      ("const a = () => 1, b = c();", "let T=()=>1,E=c();"), ("const a = async (b) => { c(); };\nc();", "c();"),
      ("class A { b() {} }", "class T{b(){}}"),
    ])
  func unused(text: String, expected: String) throws {
    #expect(try join(["app/main.js": text])["app/main.js"] == expected + "\n")
  }

  @Test("a name within functions is spelt alike in all of them where it can be")
  func usual() throws {
    let text = "use((entry, row) => [entry, entry, row], (row) => row, (list, row) => [list, row, row]);"
    let files = try join(["app/main.js": text + "\n" + text.replacing("use", with: "again")])
    let part = "((t,e)=>[t,t,e],e=>e,(t,e)=>[t,e,e]);"
    #expect(files["app/main.js"] == "use\(part)again\(part)\n")
  }

  @Test("members that are listed as the page's own are spelt in short, and no others")
  func members() throws {
    let files = try join([
      "app/members.txt": "# for people\ndatabase\nown\n",
      "app/main.js": """
      class A { own = 1; constructor({database, e}) { this.database = database; e(this.own, database.t); } }
      new A({database: 'own', e})?.own({own: [{own}]});
      """,
    ])
    #expect(
      files["app/main.js"] == """
        class T{n=1;constructor({s,e}){this.s=s;e(this.n,s.t)}}new T({s:'own',e})?.n({n:[{n:own}]});

        """)
    let error = #expect(throws: EmbeddingError.self) {
      try join(["app/members.txt": "a\n", "app/main.js": "b.c();"])
    }
    #expect(error?.description == "app/members.txt: nothing has the member a.")
  }

  @Test("texts and numbers at a top stand where they are named, if they are named once or are short")
  func literals() throws {
    let files = try join([
      "app/main.js": """
      import * as texts from './texts.js';
      import {day} from './times.js';
      import {more} from './more.js';
      const f = () => [texts.one, texts.two, texts.two, {day}, day];
      f(more);
      """,
      "app/texts.js":
        "export const one = 'only once';\nexport const two = 'said twice';\nexport const three = 'said elsewhere';",
      "app/times.js": """
      export const day = 24;
      const hour = 3_600;
      const other = hour;
      { const one = 'not at the top'; f(one); }
      let two = 2;
      """,
      "app/more.js":
        "import * as texts from './texts.js';\nimport {day} from './times.js';\nexport const more = {a: texts.three, b: day.toFixed};",
    ])
    #expect(
      files["app/main.js"] == """
        let T='said twice';
        let N=3_600;{let e='not at the top';f(e)}
        let A=2;
        let E={a:'said elsewhere',b:(24).toFixed};
        let S=()=>['only once',T,T,{day:24},24];S(E);

        """)
  }

  @Test("the keys of the texts that come later are spelt in short, in their table and where one is asked for")
  func texts() throws {
    let files = try join([
      "texts/later.json": #"""
      {
        "title": "A page’s \"title\"",
        "steps": ["title", {"title": "title: "}],
        "titles": {"title": "a"}
      }
      """#,
      "app/ui/later.js":
        "export const later = {};\nexport const fill = (all) => Object.assign(later, all);\nexport const is = () => later.title;",
      "app/main.js": """
      import {later as texts, fill, is} from './ui/later.js';
      fill(is());
      show(texts.title, texts.steps[0], (texts.titles)[title], titles.title, {title: texts.title.title});
      """,
    ])
    #expect(
      files["texts/later.json"] == #"""
        {"e":"A page’s \"title\"","t":["title",{"title":"title: "}],"n":{"title":"a"}}
        """#)
    #expect(
      files["app/main.js"] == """
        let T={},E=e=>Object.assign(T,e),S=()=>T.e;
        E(S());show(T.e,T.t[0],T.n[title],titles.title,{title:T.e.title});

        """)
  }

  @Test(
    "texts that are not there, or are asked for otherwise, end the build",
    arguments: [
      ("later.b", "texts/later.json: there is no b, which a script asks for."),
      ("later[a]", "app/main.js: a text of texts/later.json is asked for by its name, and they are not passed on."),
      ("show(later)", "app/main.js: a text of texts/later.json is asked for by its name, and they are not passed on."),
      (
        "import * as all from './ui/later.js';\nall.later.a;",
        "app/main.js: a text of texts/later.json is asked for by its name, and they are not passed on."
      ),
      (
        "export {later as texts} from './ui/later.js';",
        "app/main.js: a text of texts/later.json is asked for by its name, and they are not passed on."
      ),
      (
        "import {later as texts} from './ui/later.js';\nexport {texts};",
        "app/main.js: a text of texts/later.json is asked for by its name, and they are not passed on."
      ),
      (
        "export * from './ui/later.js';",
        "app/main.js: a text of texts/later.json is asked for by its name, and they are not passed on."
      ),
    ])
  func otherTexts(use: String, reason: String) throws {
    let error = #expect(throws: EmbeddingError.self) {
      try join([
        "texts/later.json": #"{"a": {"b": "c"}}"#, "app/ui/later.js": "export const later = {};",
        "app/main.js": use.hasPrefix("import") || use.hasPrefix("export")
          ? use : "import {later} from './ui/later.js';\n\(use);",
      ])
    }
    #expect(error?.description == reason)
  }

  @Test(
    "what cannot be joined ends the build, with its place",
    arguments: [
      (["main": "import a from './b.js';", "b": ""], "app/main.js: at {"),
      (["main": "import {a} from './b.js';", "b": ""], "app/main.js: app/b.js does not export a."),
      (["main": "import {a} from './c.js';"], "app/main.js: there is no app/c.js."),
      (["main": "import {a} from 'c';"], "app/main.js: c does not begin with ./ or ../."),
      (["main": "import '../../c.js';"], "app/main.js: ../../c.js leads out of the page."),
      (
        ["main": "import {b} from './b.js';", "b": "import './main.js';\nexport const b = 1;"],
        "app/main.js: modules import each other: app/main.js, app/b.js, app/main.js."
      ),
      (["main": "export default 1;"], "app/main.js: at export"), (["main": "import(a);"], "app/main.js: at ."),
      (["main": "a(await import('./b.js'));", "b": ""], "app/main.js: at ."),
      (
        ["main": "import * as b from './b.js';\nb.c();", "b": "export const b = 1;"],
        "app/main.js: app/b.js does not export c."
      ),
    ] as [([String: String], String)])
  func refused(files: [String: String], reason: String) throws {
    let error = #expect(throws: EmbeddingError.self) {
      try join(Dictionary(uniqueKeysWithValues: files.map { ("app/\($0.key).js", $0.value) }))
    }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
  }
}
