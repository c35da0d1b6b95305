// The PDF file around the drawing: pages with their three boxes, the fonts, and the layers of a template's guides,
// which do not print. The same input gives the same bytes: the file has no date, and its id comes from its content.

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFContext, PDFHexString, type PDFRef, PDFStreamWriter, PDFString } from '@cantoo/pdf-lib'
import { embedFace } from './embedFace.ts'
import type { Face } from './face.ts'
import { type LayerKey, layerNames, printingLayer } from './layers.ts'
import type { Area } from './plan.ts'

/** After this many objects the writer yields to other work: about once a millisecond. */
const objectsPerTurn = 50

export type Drawing = {
  title: string
  /** Of pages, which programs show beside each other accordingly. */
  bindingEdge?: 'left' | 'right'
  /** The layers that the operators name (`onLayers`). */
  layers: LayerKey[]
  width: number
  height: number
  /** Content that many pages show, stored once; pages draw it by name. */
  shared: Record<string, string>
  /** The trim and operators of each page, and the name of the shared content that it shows. */
  pages: { trim: Area; shows: string | null; operators: string }[]
}

export async function writePdf(drawing: Drawing, faces: Face[]): Promise<Buffer> {
  const context = PDFContext.create()
  const layers = new Map(drawing.layers.map(key => [key, addLayer(context, key)]))
  const resources = resourcesOf(context, layers, drawing, faces)
  const { width, height } = drawing
  const whole = [0, 0, width, height]
  const tree = context.nextRef()
  const pages = drawing.pages.map(({ trim, shows, operators }) => {
    const drawn = [...(shows === null ? [] : [`/${shows} Do`]), operators]
    const contents = context.stream(drawn.join('\n'))
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
  const optional = layers.size === 0 ? {} : { PageMode: 'UseOC', OCProperties: layersOf(layers) }
  const reading = drawing.bindingEdge === 'right' ? { ViewerPreferences: { Direction: 'R2L' } } : {}
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: tree, ...optional, ...reading }))
  context.trailerInfo.Info = context.register(
    context.obj({ Title: PDFString.of(drawing.title), Producer: PDFString.of('Octavo') }),
  )
  const id = PDFHexString.of(createHash('sha256').update(JSON.stringify(drawing)).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  return Buffer.from(await PDFStreamWriter.forContext(context, objectsPerTurn).serializeToBuffer())
}

const addLayer = (context: PDFContext, key: LayerKey): PDFRef => {
  const PrintState = key === printingLayer ? 'ON' : 'OFF'
  return context.register(
    context.obj({
      Type: 'OCG',
      Name: PDFString.of(layerNames[key]),
      Usage: { View: { ViewState: 'ON' }, Print: { PrintState }, Export: { ExportState: PrintState } },
    }),
  )
}

function resourcesOf(
  context: PDFContext,
  layers: Map<LayerKey, PDFRef>,
  { width, height, shared }: Drawing,
  faces: Face[],
): PDFRef {
  const Font = Object.fromEntries(faces.map(face => [face.resource, embedFace(face, context)]))
  const properties = layers.size === 0 ? {} : { Properties: Object.fromEntries(layers) }
  const forms = Object.entries(shared).map(([name, operators]) => {
    const stream = context.stream(deflateSync(operators), {
      Filter: 'FlateDecode',
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: { Font, ...properties },
    })
    return [name, context.register(stream)] as const
  })
  return context.register(context.obj({ Font, XObject: Object.fromEntries(forms), ...properties }))
}

/**
 * Many tools, such as Ghostscript and cairo, print the layers that are on when a file is opened. So the guides start
 * off. Programs that support the usage of layers, such as Acrobat and Chrome, show them on the screen nevertheless.
 */
function layersOf(layers: Map<LayerKey, PDFRef>) {
  const all = [...layers.values()]
  const guides = [...layers].filter(([key]) => key !== printingLayer).map(([, ref]) => ref)
  return {
    OCGs: all,
    D: {
      Name: PDFString.of('Template'),
      BaseState: 'ON',
      OFF: guides,
      Order: all,
      AS: ['View', 'Print', 'Export'].map(Event => ({ Event, Category: [Event], OCGs: all })),
    },
  }
}
