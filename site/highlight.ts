// Colors for the code of a page, when the page is made. An expression for each language names the parts that have a
// color; everything else stays plain.

const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/
const number = /\b\d[\d._]*\b/
const words = (list: string) => new RegExp(`\\b(?:${list.replaceAll(' ', '|')})\\b`)

const typescript = {
  comment: /\/\/.*|\/\*[\s\S]*?\*\//,
  string: new RegExp(`${strings.source}|\`(?:[^\`\\\\]|\\\\.)*\``),
  keyword: words(
    'as async await break case catch class const continue default delete else export extends false finally for from function if import in instanceof interface let new null of return satisfies static switch throw true try type typeof undefined void while yield',
  ),
  number,
}
const shell = {
  comment: /(?<=^|\s)#.*/,
  string: /'[^']*'|"(?:[^"\\]|\\.)*"/,
  variable: /\$(?:\w+|\{\w+\})/,
  keyword: /(?<=^|[\s;|(])(?:curl|do|done|echo|else|export|fi|for|if|in|npm|npx|pip|then|until|while)(?=$|[\s;])/,
  option: /(?<=\s)--?[A-Za-z][\w-]*/,
}
const python = {
  comment: /#.*/,
  string: new RegExp(`[bfr]?(?:"""[\\s\\S]*?"""|${strings.source})`),
  keyword: words(
    'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None not or pass raise return True try while with yield',
  ),
  number,
}
/** Its texts stay plain, because the examples of the reference are long. */
const json = {
  key: /"(?:[^"\\\n]|\\.)*"(?=\s*:)/,
  plain: /"(?:[^"\\\n]|\\.)*"/,
  keyword: words('true false null'),
  number: /-?\b\d[\d.eE+-]*\b/,
}

const languages: Record<string, Record<string, RegExp>> = {
  js: typescript,
  json,
  py: python,
  python,
  sh: shell,
  shell,
  ts: typescript,
}
const patterns = new Map(
  Object.entries(languages).map(([name, parts]) => [
    name,
    new RegExp(
      Object.entries(parts)
        .map(([part, { source }]) => `(?<${part}>${source})`)
        .join('|'),
      'gm',
    ),
  ]),
)

/** The code as HTML; `asText` makes text of it. */
export function highlighted(code: string, language: string, asText: (text: string) => string): string {
  const pattern = patterns.get(language)
  if (pattern === undefined) return asText(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [part] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!
    if (part === 'plain') continue
    html += `${asText(code.slice(end, match.index))}<span class="${part}">${asText(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + asText(code.slice(end))
}
