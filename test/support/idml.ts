// Reads an IDML package back with a ZIP library and an XML parser, and gives its page items in the coordinates of a
// file with bleed, as PDF has them: in points from the lower left corner.

import assert from 'node:assert/strict'
import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'
import type { Area } from '../../src/catalog/measures.ts'
import type { Box } from './pdf.ts'

type Node = { name: string; attributes: Record<string, string>; children: Node[] }
type Matrix = [number, number, number, number, number, number]

export type IdmlSide = {
  /** Width and height. */
  size: [number, number]
  margins: Record<'Top' | 'Bottom' | 'Left' | 'Right', number>
  /** The places of vertical ruler guides, by layer, from the left of the page. */
  rulers: { layer: string; x: number }[]
  /** The bounds of each path of the items that reach onto the page, by layer. `trim` is the page in its file. */
  paths(trim: Area, layer: string): Box[]
}

export type IdmlContent = {
  entries: string[]
  layers: { name: string; prints: boolean; locked: boolean }[]
  document: Record<string, string>
  /** The page numbers of each spread; each page shows the master. */
  spreads: string[][]
  /** The pages of the master spread. */
  sides: IdmlSide[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseAttributeValue: false,
})
/** Of a ZIP: a file's header has the method at byte 8 and the name at byte 30. */
const methodAt = 8
const nameAt = 30

export function readIdml(bytes: Buffer): IdmlContent {
  const mediaType = 'application/vnd.adobe.indesign-idml-package'
  assert.equal(bytes.readUInt16LE(methodAt), 0, 'the first file is stored')
  assert.equal(bytes.toString('latin1', nameAt, nameAt + 8 + mediaType.length), `mimetype${mediaType}`)
  const files = unzipSync(bytes)
  const xml = (path: string): Node => {
    assert.ok(files[path] !== undefined, `the package has ${path}`)
    return nodesOf(parser.parse(Buffer.from(files[path]).toString('utf8')))[0]!
  }
  const [rootFile] = all(xml('META-INF/container.xml'), 'rootfile')
  const map = xml(rootFile!.attributes['full-path']!)
  const named = new Map(all(map, 'Layer').map(({ attributes }) => [attributes.Self!, attributes.Name!]))
  const referred = map.children.filter(({ name }) => name.startsWith('idPkg:'))
  const parts = referred.map(({ attributes }) => xml(attributes.src!))
  assertReferences([map, ...parts])
  const [master] = parts.flatMap(part => all(part, 'MasterSpread'))
  return {
    entries: Object.keys(files),
    layers: all(map, 'Layer').map(({ attributes: { Name, Printable, Locked } }) => ({
      name: Name!,
      prints: Printable === 'true',
      locked: Locked === 'true',
    })),
    document: parts.flatMap(part => all(part, 'DocumentPreference'))[0]!.attributes,
    spreads: parts
      .flatMap(part => all(part, 'Spread'))
      .map(spread =>
        all(spread, 'Page').map(({ attributes }) => {
          assert.equal(attributes.AppliedMaster, master!.attributes.Self)
          return attributes.Name!
        }),
      ),
    sides: all(master!, 'Page').map(page => sideOf(page, master!, named)),
  }
}

function sideOf(page: Node, master: Node, named: Map<string, string>): IdmlSide {
  const [top, left, bottom, right] = numbersOf(page.attributes.GeometricBounds!)
  const place = matrixOf(page)
  const [pageLeft, pageTop] = moved(place, [left!, top!])
  const [pageRight, pageBottom] = moved(place, [right!, bottom!])
  const margin = all(page, 'MarginPreference')[0]!.attributes
  const items = master.children.filter(({ attributes }) => attributes.ItemLayer !== undefined)
  return {
    size: [pageRight - pageLeft, pageBottom - pageTop],
    margins: Object.fromEntries(
      (['Top', 'Bottom', 'Left', 'Right'] as const).map(edge => [edge, Number(margin[edge])]),
    ) as IdmlSide['margins'],
    rulers: all(page, 'Guide').map(({ attributes }) => ({
      layer: named.get(attributes.ItemLayer!)!,
      x: Number(attributes.Location),
    })),
    paths: (trim, layer) =>
      items
        .filter(({ attributes }) => named.get(attributes.ItemLayer!) === layer)
        .flatMap(item =>
          all(item, 'GeometryPathType').map(path => {
            const points = all(path, 'PathPointType').map(point =>
              moved(matrixOf(item), numbersOf(point.attributes.Anchor!) as [number, number]),
            )
            const xs = points.map(([x]) => x)
            const ys = points.map(([, y]) => y)
            return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
          }),
        )
        .filter(([x0, , x1]) => (x0 + x1) / 2 > pageLeft && (x0 + x1) / 2 < pageRight)
        .map(([x0, y0, x1, y1]) => [
          x0 - pageLeft + trim.x,
          trim.y + pageBottom - y1,
          x1 - pageLeft + trim.x,
          trim.y + pageBottom - y0,
        ]),
  }
}

/** Names are unique, and every layer, swatch and stroke style that an item uses is in the package. */
function assertReferences(parts: Node[]): void {
  const nodes = parts.flatMap(part => [part, ...descendants(part)])
  const names = nodes.map(({ attributes }) => attributes.Self).filter(name => name !== undefined)
  assert.equal(new Set(names).size, names.length)
  const known = new Set(names)
  for (const { attributes } of nodes)
    for (const key of ['ItemLayer', 'FillColor', 'StrokeColor', 'StrokeType', 'AppliedObjectStyle', 'ActiveLayer'])
      assert.ok(attributes[key] === undefined || known.has(attributes[key]), `${key}: ${attributes[key]}`)
}

const descendants = (node: Node): Node[] => node.children.flatMap(child => [child, ...descendants(child)])
const all = (node: Node, name: string): Node[] => descendants(node).filter(each => each.name === name)
const numbersOf = (text: string): number[] => text.split(' ').map(Number)
const matrixOf = ({ attributes }: Node): Matrix => numbersOf(attributes.ItemTransform!) as Matrix
const moved = ([a, b, c, d, e, f]: Matrix, [x, y]: [number, number]): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

function nodesOf(parsed: Record<string, unknown>[]): Node[] {
  return parsed.flatMap(each => {
    const name = Object.keys(each).find(key => key !== ':@')
    if (name === undefined || name === '#text') return []
    const attributes = (each[':@'] ?? {}) as Record<string, string>
    return [{ name, attributes, children: nodesOf(each[name] as Record<string, unknown>[]) }]
  })
}
