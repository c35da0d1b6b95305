// The layers of a template. Each kind of guide is on a layer of its own, so that a designer can hide the others; one is
// the drawing of the ISBN, which prints.

import type { Canvas } from './canvas.ts'

/** In the order in which they are drawn: areas first. */
export const layerNames = {
  bleed: 'Bleed',
  spine: 'Spine',
  hinge: 'Hinges',
  flap: 'Flaps',
  gutter: 'Gutter',
  punch: 'Punch margin',
  trim: 'Trim',
  safe: 'Safe area',
  barcode: 'Barcode area',
  text: 'Text',
  isbn: 'ISBN barcode (prints)',
} as const

export type LayerKey = keyof typeof layerNames
const layerKeys = Object.keys(layerNames) as LayerKey[]
/** All others are guides, which do not print. */
export const printingLayer: LayerKey = 'isbn'

/** A canvas for each layer. */
export type Layers = Record<LayerKey, Canvas>

export const createLayers = (newCanvas: (key: LayerKey) => Canvas): Layers =>
  Object.fromEntries(layerKeys.map(key => [key, newCanvas(key)])) as Layers

/** The layers on which something is drawn. */
export const drawnLayers = (layers: Layers): { key: LayerKey; content: string }[] =>
  layerKeys.map(key => ({ key, content: layers[key].content() })).filter(({ content }) => content !== '')

/** The operators of each layer in a PDF, marked as its own. */
export const onLayers = (drawn: { key: LayerKey; content: string }[]): string =>
  drawn.map(({ key, content }) => `/OC /${key} BDC\n${content}\nEMC`).join('\n')
