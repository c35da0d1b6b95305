// The picture of the sample books: evening over hills, with round lights. Vectors in process colors, so that it is
// small and sharp at any size.

import type { Canvas, Point } from './canvas.ts'
import type { Area } from './plan.ts'
import type { SampleBook } from './sampleBooks.ts'

const hillSteps = 48
const circleSteps = 40
const lightCount = 13

type Scene = {
  book: SampleBook
  /** Another seed gives another picture. */
  seed: number
  /** Have no lights. */
  free: Area[]
}

/** Fills the whole area. */
export function drawScene(canvas: Canvas, area: Area, { book: { sky, hills, light }, seed, free }: Scene): void {
  const { x, y, width, height } = area
  const band = height / sky.length
  for (const [i, ink] of sky.entries()) canvas.fill({ x, y, width, height: height - i * band }, ink)
  for (const [i, ink] of hills.entries()) {
    const base = height * (0.34 - i * 0.14)
    const points = Array.from({ length: hillSteps + 1 }, (_, step): Point => {
      const share = step / hillSteps
      const wave = Math.sin(share * (5 + 2 * i) + seed + i * 2) + 0.5 * Math.sin(share * 13 + seed * 3)
      return [x + share * width, y + base + wave * height * 0.045]
    })
    canvas.fillShape([[x, y], ...points, [x + width, y]], ink)
  }
  const unit = Math.min(width, height) / 60
  for (let i = 0; i < lightCount; i++) {
    const share = (i * 0.618 + seed * 0.37) % 1
    const rise = (i * 0.414 + seed * 0.21) % 1
    const center = [x + (0.04 + share * 0.92) * width, y + (0.06 + rise * 0.4) * height] as const
    const radius = unit * (0.7 + (i % 3) * 0.5)
    if (!free.some(area => isNear(center, radius, area))) drawDisc(canvas, center, radius, light)
  }
}

const isNear = ([x, y]: Point, radius: number, area: Area) =>
  x > area.x - radius && x < area.x + area.width + radius && y > area.y - radius && y < area.y + area.height + radius

function drawDisc(canvas: Canvas, [x, y]: Point, radius: number, ink: SampleBook['light']): void {
  const points = Array.from({ length: circleSteps }, (_, i): Point => {
    const angle = (i / circleSteps) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
  canvas.fillShape(points, ink)
}
