// The commands of a canvas as elements of an SVG, in points from the lower left corner: the group around them flips the
// page. Letters are outlines, so that no program needs the font.

import type { OutlineStep } from '../barcode/isbnBarcode.ts'
import { baseLineOf, type Canvas, type Ink, type Stroke } from './canvas.ts'
import type { Face } from './face.ts'
import type { Area } from './plan.ts'

export function createSvgCanvas(face: Face): Canvas {
  const elements: string[] = []
  const path = (d: string, look: string) => elements.push(`<path d="${d}" ${look}/>`)
  return {
    widthOf: (text, size) => face.widthOf(text) * size,
    fill: (area, ink) => path(rectangle(area), fillOf(ink)),
    fillBetween: (outer, inner, ink) =>
      path(`${rectangle(outer)}${rectangle(inner)}`, `${fillOf(ink)} fill-rule="evenodd"`),
    fillShape: (points, ink) => path(`M${points.map(point => numbers(...point)).join('L')}Z`, fillOf(ink)),
    fillOutline: (steps, ink) => path(outline(steps), fillOf(ink)),
    outline: (area, stroke) => path(rectangle(area), strokeOf(stroke)),
    line: (from, to, stroke) => path(`M${numbers(...from)}L${numbers(...to)}`, strokeOf(stroke)),
    label(text, label) {
      const { start, right, up } = baseLineOf(face, text, label)
      const matrix = numbers(right * label.size, up * label.size, -up * label.size, right * label.size, ...start)
      const look = `transform="matrix(${matrix})" ${fillOf(label.ink)} aria-label="${escaped(text)}"`
      path(outline(face.outlineOf(text)), look)
    },
    content: () => elements.join('\n'),
  }
}

const outline = (steps: readonly OutlineStep[]): string =>
  steps
    .map(step =>
      step.kind === 'curve'
        ? `C${numbers(...step.control1, ...step.control2, ...step.to)}`
        : `${step.kind === 'move' ? 'M' : 'L'}${numbers(...step.to)}`,
    )
    .join('')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const rectangle = ({ x, y, width, height }: Area) =>
  `M${numbers(x, y)}H${numbers(x + width)}V${numbers(y + height)}H${numbers(x)}Z`
const fillOf = (ink: Ink) => `fill="${colorOf(ink)}"`
const strokeOf = ({ ink, width, dash = [] }: Stroke) =>
  `fill="none" stroke="${colorOf(ink)}" stroke-width="${width}"${dash.length > 0 ? ` stroke-dasharray="${numbers(...dash)}"` : ''}`

/** As a screen shows the inks without a profile. */
const colorOf = ([cyan, magenta, yellow, black]: Ink): string =>
  `#${[cyan, magenta, yellow]
    .map(ink =>
      Math.round(255 * (1 - ink) * (1 - black))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const numbers = (...values: number[]): string => values.map(value => String(Number(value.toFixed(3)))).join(' ')
