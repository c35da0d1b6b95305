// The commands of a canvas as page items of an IDML file, in the coordinates of a spread: points, y runs down. Letters
// are outlines, so that InDesign misses no font.

import type { OutlineStep } from '../barcode/isbnBarcode.ts'
import { baseLineOf, type Canvas, type Ink, type Point, type Stroke } from './canvas.ts'
import type { Face } from './face.ts'
import { inks, strokes } from './guides.ts'
import { type LayerKey, printingLayer } from './layers.ts'
import type { Area } from './plan.ts'

/** A page on its spread. */
export type IdmlSheet = {
  /** Begins the names of the sheet's items. */
  name: string
  /** The point of the file that is at the origin of the spread. */
  origin: Point
  /** Everything beyond belongs to the facing page and is not drawn. */
  shown: Area
}

type PathPoint = { anchor: Point; incoming: Point; outgoing: Point }

const none = 'Swatch/None'
/** Artwork stays visible below guides that are filled. */
const multiply = '<TransparencySetting><BlendingSetting BlendMode="Multiply"/></TransparencySetting>'

export const layerId = (key: LayerKey | 'artwork') => `layer-${key}`

/** InDesign's own name of a process color. */
const colorName = (ink: Ink): string =>
  ['C', 'M', 'Y', 'K'].map((letter, i) => `${letter}=${Math.round(ink[i]! * 100)}`).join(' ')
/** Both are in every document. */
const reserved: Record<string, string> = { [colorName(inks.black)]: 'Black', [colorName(inks.paper)]: 'Paper' }
const swatchOf = (ink: Ink): string => `Color/${reserved[colorName(ink)] ?? colorName(ink)}`

/** The swatches of all guides, without those of every document. */
export function guideColors(): { id: string; name: string; values: string }[] {
  const used = [...Object.values<Ink>(inks), ...Object.values<Stroke>(strokes).map(({ ink }) => ink)]
  const named = new Map(used.map(ink => [colorName(ink), ink]))
  return [...named]
    .filter(([name]) => reserved[name] === undefined)
    .map(([name, ink]) => ({ id: swatchOf(ink), name, values: ink.map(part => Math.round(part * 100)).join(' ') }))
}

export function createIdmlCanvas(face: Face, { name, origin, shown }: IdmlSheet, key: LayerKey): Canvas {
  const items: string[] = []
  const at = ([x, y]: Point): Point => [x - origin[0], origin[1] - y]
  const corner = (point: Point): PathPoint => ({ anchor: at(point), incoming: at(point), outgoing: at(point) })
  const cornersOf = ({ x, y, width, height }: Area): PathPoint[] =>
    [[x, y] as const, [x, y + height] as const, [x + width, y + height] as const, [x + width, y] as const].map(corner)

  function outlinesOf(steps: readonly OutlineStep[]): PathPoint[][] {
    const paths: PathPoint[][] = []
    for (const step of steps) {
      if (step.kind === 'move') {
        paths.push([corner(step.to)])
        continue
      }
      const path = paths.at(-1)!
      const next = corner(step.to)
      if (step.kind === 'curve') {
        path.at(-1)!.outgoing = at(step.control1)
        next.incoming = at(step.control2)
      }
      path.push(next)
    }
    return paths
  }

  function add(element: 'Rectangle' | 'Polygon' | 'GraphicLine', paths: PathPoint[][], look: string, blending = '') {
    const id = `${name}-${key}-${items.length + 1}`
    const isOpen = element === 'GraphicLine'
    items.push(
      `<${element} Self="${id}" ContentType="Unassigned" ItemLayer="${layerId(key)}" AppliedObjectStyle="ObjectStyle/$ID/[None]" ItemTransform="1 0 0 1 0 0" ${look}><Properties><PathGeometry>${paths.map(path => pathXml(path, isOpen)).join('')}</PathGeometry></Properties>${blending}</${element}>`,
    )
  }
  const blending = key === printingLayer ? '' : multiply

  return {
    widthOf: (text, size) => face.widthOf(text) * size,
    fill: (area, ink) => add('Rectangle', [cornersOf(area)], fillOf(ink), blending),
    // InDesign fills where paths wind around a point: the inner one runs the other way.
    fillBetween: (outer, inner, ink) =>
      add('Polygon', [cornersOf(within(outer, shown)), cornersOf(inner).reverse()], fillOf(ink), blending),
    fillShape: (points, ink) => add('Polygon', [points.map(corner)], fillOf(ink)),
    fillOutline: (steps, ink) => add('Polygon', outlinesOf(steps), fillOf(ink)),
    outline: (area, stroke) => add('Rectangle', [cornersOf(area)], strokeOf(stroke)),
    line: (from, to, stroke) => add('GraphicLine', [[corner(from), corner(to)]], strokeOf(stroke)),
    label(text, label) {
      if (!holds(shown, label.at)) return
      const { start, right, up } = baseLineOf(face, text, label)
      const placed = ([x, y]: Point): Point => [
        start[0] + (right * x - up * y) * label.size,
        start[1] + (up * x + right * y) * label.size,
      ]
      const steps = face
        .outlineOf(text)
        .map(step =>
          step.kind === 'curve'
            ? { ...step, control1: placed(step.control1), control2: placed(step.control2), to: placed(step.to) }
            : { ...step, to: placed(step.to) },
        )
      if (steps.length > 0) add('Polygon', outlinesOf(steps), fillOf(label.ink))
    },
    content: () => items.join('\n'),
  }
}

function within(area: Area, bounds: Area): Area {
  const x = Math.max(area.x, bounds.x)
  const y = Math.max(area.y, bounds.y)
  const right = Math.min(area.x + area.width, bounds.x + bounds.width)
  const top = Math.min(area.y + area.height, bounds.y + bounds.height)
  return { x, y, width: right - x, height: top - y }
}

const holds = (area: Area, [x, y]: Point): boolean =>
  x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height

function pathXml(path: PathPoint[], isOpen: boolean): string {
  const points = path.map(
    ({ anchor, incoming, outgoing }) =>
      `<PathPointType Anchor="${pair(anchor)}" LeftDirection="${pair(incoming)}" RightDirection="${pair(outgoing)}"/>`,
  )
  return `<GeometryPathType PathOpen="${isOpen}"><PathPointArray>${points.join('')}</PathPointArray></GeometryPathType>`
}

const fillOf = (ink: Ink) => `FillColor="${swatchOf(ink)}" StrokeColor="${none}" StrokeWeight="0"`

function strokeOf({ ink, width, dash = [] }: Stroke): string {
  const type =
    dash.length === 0
      ? 'StrokeType="StrokeStyle/$ID/Solid"'
      : `StrokeType="StrokeStyle/$ID/Dashed" StrokeDashAndGap="${dash.join(' ')}"`
  return `FillColor="${none}" StrokeColor="${swatchOf(ink)}" StrokeWeight="${width}" StrokeAlignment="CenterAlignment" ${type}`
}

const pair = ([x, y]: Point): string => `${decimal(x)} ${decimal(y)}`
/** Without the minus of a zero. */
const decimal = (value: number): string => String(Number(value.toFixed(3)) + 0)
