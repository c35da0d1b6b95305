// The PDF file around the drawing: pages with their three boxes, the fonts, and the layer of a template's guides, which
// is visible but does not print. The same input gives the same bytes: the file has no date, and its id is derived from
// its content.

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFContext, PDFHexString, type PDFRef, PDFStreamWriter, PDFString } from '@cantoo/pdf-lib'
import type { Face } from './face.ts'
import type { Area } from './plan.ts'

/** After this many objects the writer yields to other work: about once a millisecond. */
const objectsPerTurn = 50

export type Drawing = {
  title: string
  /** The name of the layer that has all of the drawing, and is not printed. */
  layer: string | null
  width: number
  height: number
  /** Content that many pages show, stored once; pages draw it by name. */
  shared: Record<string, string>
  /** The trim and operators of each page, and the name of the shared content that it shows. */
  pages: { trim: Area; shows: string | null; operators: string }[]
}

export async function writePdf(drawing: Drawing, faces: Face[]): Promise<Buffer> {
  const context = PDFContext.create()
  const layer = drawing.layer === null ? null : addLayer(context, drawing.layer)
  const resources = resourcesOf(context, layer, drawing, faces)
  const { width, height } = drawing
  const whole = [0, 0, width, height]
  const tree = context.nextRef()
  const pages = drawing.pages.map(({ trim, shows, operators }) => {
    const drawn = [...(shows === null ? [] : [`/${shows} Do`]), operators]
    const contents = context.stream((layer === null ? drawn : ['/OC /Guides BDC', ...drawn, 'EMC']).join('\n'))
    return context.register(
      context.obj({
        Type: 'Page',
        Parent: tree,
        MediaBox: whole,
        BleedBox: whole,
        TrimBox: [trim.x, trim.y, trim.x + trim.width, trim.y + trim.height],
        Resources: resources,
        Contents: context.register(contents),
      }),
    )
  })
  context.assign(tree, context.obj({ Type: 'Pages', Kids: pages, Count: pages.length }))
  const layers = layer === null ? {} : { PageMode: 'UseOC', OCProperties: layersOf(layer) }
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: tree, ...layers }))
  context.trailerInfo.Info = context.register(
    context.obj({ Title: PDFString.of(drawing.title), Producer: PDFString.of('Octavo') }),
  )
  const id = PDFHexString.of(createHash('sha256').update(JSON.stringify(drawing)).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  return Buffer.from(await PDFStreamWriter.forContext(context, objectsPerTurn).serializeToBuffer())
}

const addLayer = (context: PDFContext, name: string): PDFRef =>
  context.register(
    context.obj({
      Type: 'OCG',
      Name: PDFString.of(name),
      Usage: { View: { ViewState: 'ON' }, Print: { PrintState: 'OFF' } },
    }),
  )

function resourcesOf(
  context: PDFContext,
  layer: PDFRef | null,
  { width, height, shared }: Drawing,
  faces: Face[],
): PDFRef {
  const Font = Object.fromEntries(faces.map(face => [face.resource, face.embed(context)]))
  const forms = Object.entries(shared).map(([name, operators]) => {
    const stream = context.stream(deflateSync(operators), {
      Filter: 'FlateDecode',
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: { Font },
    })
    return [name, context.register(stream)] as const
  })
  const layers = layer === null ? {} : { Properties: { Guides: layer } }
  return context.register(context.obj({ Font, XObject: Object.fromEntries(forms), ...layers }))
}

/** Viewers apply the layer's usage only for an event that refers to it, so both are given. */
const layersOf = (layer: PDFRef) => ({
  OCGs: [layer],
  D: {
    Name: PDFString.of('Template'),
    BaseState: 'ON',
    Order: [layer],
    AS: [
      { Event: 'View', Category: ['View'], OCGs: [layer] },
      { Event: 'Print', Category: ['Print'], OCGs: [layer] },
    ],
  },
})
