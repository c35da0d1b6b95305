// A template for InDesign: an IDML package, which is a ZIP of XML files. A page of the document is what is left after
// the cut; what the file has beyond it is the document's bleed, so that an export with that bleed has the size of the
// template. Guides are on the master spread, on layers that are locked and do not print; artwork has a layer of its
// own below them.
//
// By Adobe's IDML File Format Specification for InDesign CS6 (DOM version 8.0), which every later version opens.

import { zipSync } from 'fflate'
import { guideColors, layerId } from './idmlCanvas.ts'
import { type LayerKey, layerNames, printingLayer } from './layers.ts'

export const idmlMediaType = 'application/vnd.adobe.indesign-idml-package'

/** `inside` and `outside` are the left and right of a cover. */
export type Edges = { top: number; bottom: number; inside: number; outside: number }

/** Page items of a side are in the coordinates of its spread: see `createIdmlCanvas`. */
export type IdmlDrawing = {
  trim: { width: number; height: number }
  bleed: Edges
  margins: Edges
  layers: LayerKey[]
  /** Vertical ruler guides, from the left of the page: artwork snaps to them. */
  rulers: { layer: LayerKey; x: number }[]
} & ({ kind: 'cover'; items: string } | Book)

type Side = 'recto' | 'verso'
/** `sides` has the side of each page. */
type Book = Record<Side, string> & { kind: 'book'; bindingEdge: 'left' | 'right'; sides: Side[] }

type SpreadPage = { number: number; side: 'cover' | Side }

const packaging = 'http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const domVersion = '8.0'
const masterId = 'master-guides'
/** From a spread to the next on the pasteboard, as InDesign places them. */
const gapBetweenSpreads = 180
/** Files have a date in a ZIP. The same plan must give the same bytes. */
const mtime = '1980-01-01T00:00:00'
const stored = 0
const deflated = 6

const layerColors: Record<LayerKey, string> = {
  bleed: 'Pink',
  spine: 'LightBlue',
  hinge: 'Lavender',
  flap: 'GrassGreen',
  gutter: 'Gold',
  punch: 'Orange',
  trim: 'Red',
  safe: 'Blue',
  barcode: 'Charcoal',
  text: 'Gray',
  isbn: 'Black',
}

export function idmlOf(drawing: IdmlDrawing): Buffer {
  const spreads = spreadsOf(drawing).map((pages, i) => ({
    path: `Spreads/Spread_${i + 1}.xml`,
    xml: spreadXml(drawing, pages, i),
  }))
  const parts = [
    { path: 'META-INF/container.xml', xml: container },
    { path: 'Resources/Graphic.xml', xml: part('Graphic', graphic()) },
    { path: 'Resources/Fonts.xml', xml: part('Fonts', '') },
    { path: 'Resources/Styles.xml', xml: part('Styles', styles) },
    { path: 'Resources/Preferences.xml', xml: part('Preferences', preferences(drawing)) },
    { path: 'MasterSpreads/MasterSpread_guides.xml', xml: masterXml(drawing) },
    ...spreads,
    { path: 'designmap.xml', xml: designmap(drawing, spreads) },
  ]
  // The format demands that the media type comes first and is not compressed.
  return Buffer.from(
    zipSync(
      {
        mimetype: [Buffer.from(idmlMediaType), { level: stored }],
        ...Object.fromEntries(parts.map(({ path, xml }) => [path, Buffer.from(xml)])),
      },
      { level: deflated, mtime },
    ),
  )
}

function spreadsOf(drawing: IdmlDrawing): SpreadPage[][] {
  if (drawing.kind === 'cover') return [[{ number: 1, side: 'cover' }]]
  const pages = drawing.sides.map((side, i): SpreadPage => ({ number: i + 1, side }))
  return [pages.slice(0, 1), ...pairsOf(pages.slice(1))]
}

const pairsOf = (pages: SpreadPage[]): SpreadPage[][] =>
  Array.from({ length: Math.ceil(pages.length / 2) }, (_, i) => pages.slice(2 * i, 2 * i + 2))

function designmap(drawing: IdmlDrawing, spreads: { path: string }[]): string {
  const source = (kind: string, path: string) => `<idPkg:${kind} src="${path}"/>`
  const pageCount = drawing.kind === 'cover' ? 1 : drawing.sides.length
  return [
    declaration,
    '<?aid style="50" type="document" readerVersion="6.0" featureSet="257" product="8.0(370)" ?>',
    `<Document xmlns:idPkg="${packaging}" DOMVersion="${domVersion}" Self="d" ZeroPoint="0 0" ActiveLayer="${layerId('artwork')}">`,
    source('Graphic', 'Resources/Graphic.xml'),
    source('Fonts', 'Resources/Fonts.xml'),
    source('Styles', 'Resources/Styles.xml'),
    source('Preferences', 'Resources/Preferences.xml'),
    layerXml('artwork', 'Artwork', 'Green'),
    ...drawing.layers.map(key => layerXml(key, layerNames[key], layerColors[key])),
    source('MasterSpread', 'MasterSpreads/MasterSpread_guides.xml'),
    ...spreads.map(({ path }) => source('Spread', path)),
    `<Section Self="section-1" Length="${pageCount}" Name="" ContinueNumbering="false" PageNumberStart="1" PageStart="${pageId(1)}"/>`,
    '</Document>',
    '',
  ].join('\n')
}

function layerXml(key: LayerKey | 'artwork', name: string, color: string): string {
  const prints = key === 'artwork' || key === printingLayer
  return `<Layer Self="${layerId(key)}" Name="${name}" Visible="true" Locked="${!prints}" IgnoreWrap="true" ShowGuides="true" LockGuides="true" UI="true" Expendable="true" Printable="${prints}"><Properties><LayerColor type="enumeration">${color}</LayerColor></Properties></Layer>`
}

/** The pages of a spread are listed as they are read. */
function sidesInSequence(drawing: IdmlDrawing): SpreadPage['side'][] {
  if (drawing.kind === 'cover') return ['cover']
  return drawing.bindingEdge === 'left' ? ['verso', 'recto'] : ['recto', 'verso']
}

function masterXml(drawing: IdmlDrawing): string {
  const sides = sidesInSequence(drawing)
  const items = drawing.kind === 'cover' ? [drawing.items] : [drawing.verso, drawing.recto]
  const pages = sides.map(side =>
    pageXml(drawing, { id: `${masterId}-${side}`, name: 'A', side, master: 'n', inside: rulersXml(drawing) }),
  )
  return part(
    'MasterSpread',
    `<MasterSpread Self="${masterId}" Name="A-Guides" NamePrefix="A" BaseName="Guides" ShowMasterItems="true" PageCount="${sides.length}" ItemTransform="1 0 0 1 0 0">\n${[...pages, ...items].join('\n')}\n</MasterSpread>`,
  )
}

function spreadXml(drawing: IdmlDrawing, pages: SpreadPage[], index: number): string {
  const down = index * (drawing.trim.height + gapBetweenSpreads)
  const [first] = sidesInSequence(drawing)
  const binding = drawing.kind === 'cover' ? 0 : pages.filter(({ side }) => side === first).length
  const content = pages.map(({ number, side }) =>
    pageXml(drawing, { id: pageId(number), name: String(number), side, master: masterId, inside: '' }),
  )
  return part(
    'Spread',
    `<Spread Self="spread-${index + 1}" PageCount="${pages.length}" BindingLocation="${binding}" AllowPageShuffle="true" ShowMasterItems="true" ItemTransform="1 0 0 1 0 ${down}">\n${content.join('\n')}\n</Spread>`,
  )
}

const pageId = (number: number) => `page-${number}`

type PageParts = { id: string; name: string; side: SpreadPage['side']; master: string; inside: string }

function pageXml({ trim, margins }: IdmlDrawing, { id, name, side, master, inside }: PageParts): string {
  const { width, height } = trim
  const left = { cover: -width / 2, recto: 0, verso: -width }[side]
  return `<Page Self="${id}" Name="${name}" AppliedMaster="${master}" GeometricBounds="0 0 ${height} ${width}" ItemTransform="1 0 0 1 ${left} ${-height / 2}" MasterPageTransform="1 0 0 1 0 0" OverrideList="" TabOrder="">${marginXml(margins)}${inside}</Page>`
}

const marginXml = ({ top, bottom, inside, outside }: Edges) =>
  `<MarginPreference ColumnCount="1" ColumnGutter="12" Top="${top}" Bottom="${bottom}" Left="${inside}" Right="${outside}" ColumnDirection="Horizontal"/>`

const rulersXml = ({ rulers }: IdmlDrawing): string =>
  rulers
    .map(
      ({ layer, x }, i) =>
        `<Guide Self="ruler-${i + 1}" Orientation="Vertical" Location="${x}" FitToPage="true" ViewThreshold="5" Locked="true" ItemLayer="${layerId(layer)}" PageIndex="1"/>`,
    )
    .join('')

function preferences({ kind, trim, bleed, margins, ...drawing }: IdmlDrawing): string {
  const isUniform = new Set(Object.values(bleed)).size === 1
  const pageCount = 'sides' in drawing ? drawing.sides.length : 1
  const reading = 'sides' in drawing && drawing.bindingEdge === 'right' ? 'RightToLeft' : 'LeftToRight'
  return [
    `<DocumentPreference PageHeight="${trim.height}" PageWidth="${trim.width}" PagesPerDocument="${pageCount}" FacingPages="${kind === 'book'}" DocumentBleedTopOffset="${bleed.top}" DocumentBleedBottomOffset="${bleed.bottom}" DocumentBleedInsideOrLeftOffset="${bleed.inside}" DocumentBleedOutsideOrRightOffset="${bleed.outside}" DocumentBleedUniformSize="${isUniform}" AllowPageShuffle="true" Intent="PrintIntent" PageBinding="${reading}"/>`,
    marginXml(margins),
    '<ViewPreference HorizontalMeasurementUnits="InchesDecimal" VerticalMeasurementUnits="InchesDecimal" RulerOrigin="SpreadOrigin" StrokeMeasurementUnits="Points"/>',
  ].join('\n')
}

function graphic(): string {
  const color = (id: string, name: string, values: string, more: string) =>
    `<Color Self="${id}" Model="Process" Space="CMYK" ColorValue="${values}" Name="${name}" ${more}/>`
  return [
    color(
      'Color/Black',
      'Black',
      '0 0 0 100',
      'ColorOverride="Specialblack" ColorEditable="false" ColorRemovable="false"',
    ),
    color(
      'Color/Paper',
      'Paper',
      '0 0 0 0',
      'ColorOverride="Specialpaper" ColorEditable="true" ColorRemovable="false"',
    ),
    ...guideColors().map(({ id, name, values }) =>
      color(id, name, values, 'ColorEditable="true" ColorRemovable="true"'),
    ),
    '<Swatch Self="Swatch/None" Name="None" ColorEditable="false" ColorRemovable="false" Visible="true"/>',
    '<StrokeStyle Self="StrokeStyle/$ID/Dashed" Name="$ID/Dashed"/>',
    '<StrokeStyle Self="StrokeStyle/$ID/Solid" Name="$ID/Solid"/>',
  ].join('\n')
}

const styles = [
  '<RootCharacterStyleGroup Self="character-styles"><CharacterStyle Self="CharacterStyle/$ID/[No character style]" Imported="false" Name="$ID/[No character style]"/></RootCharacterStyleGroup>',
  '<RootParagraphStyleGroup Self="paragraph-styles"><ParagraphStyle Self="ParagraphStyle/$ID/[No paragraph style]" Imported="false" Name="$ID/[No paragraph style]"/></RootParagraphStyleGroup>',
  '<RootObjectStyleGroup Self="object-styles"><ObjectStyle Self="ObjectStyle/$ID/[None]" Name="$ID/[None]"/></RootObjectStyleGroup>',
].join('\n')

const container = `${declaration}
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="designmap.xml" media-type="text/xml"/></rootfiles>
</container>
`

const part = (kind: string, content: string): string =>
  `${declaration}\n<idPkg:${kind} xmlns:idPkg="${packaging}" DOMVersion="${domVersion}">\n${content}\n</idPkg:${kind}>\n`
