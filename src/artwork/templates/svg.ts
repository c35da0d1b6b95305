// A page of a template as SVG, with a named group for each layer, which design programs show as layers; and as PNG.

import { type LayerKey, layerNames } from './layers.ts'

export const pixelsPerInch = 300
const pointsPerInch = 72

/** `width` and `height` are in points. */
export type SvgDrawing = {
  title: string
  width: number
  height: number
  layers: { key: LayerKey; content: string }[]
}

/** The size of the PNG: `width` and `height` in points become pixels. */
export const pixelSize = ({ width, height }: { width: number; height: number }) => ({
  width: Math.round((width / pointsPerInch) * pixelsPerInch),
  height: Math.round((height / pointsPerInch) * pixelsPerInch),
})

/** Illustrator and Affinity take the names of layers from `id`, Inkscape from its own attributes. */
export function svgOf({ title, width, height, layers }: SvgDrawing): string {
  const inches = (points: number) => Number((points / pointsPerInch).toFixed(6))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${inches(width)}in" height="${inches(height)}in" viewBox="0 0 ${width} ${height}">`,
    `<title>${title}</title>`,
    ...layers.map(({ key, content }) => {
      const name = layerNames[key]
      return `<g id="${name.replace(/\W+/g, ' ').trim().replaceAll(' ', '_')}" inkscape:groupmode="layer" inkscape:label="${name}" transform="matrix(1 0 0 -1 0 ${height})">\n${content}\n</g>`
    }),
    '</svg>',
    '',
  ].join('\n')
}

/** Transparent where nothing is drawn, to be laid over or under artwork of the same size. */
export async function pngOf(drawing: SvgDrawing): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svgOf(drawing)), { density: pixelsPerInch, limitInputPixels: false })
    .resize({ ...pixelSize(drawing), fit: 'fill' })
    .withMetadata({ density: pixelsPerInch })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
