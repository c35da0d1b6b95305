// The meaning of movements over a page: how much they enlarge it, and whether they turn the page.

export const minZoom = 1
export const maxZoom = 6
export const zoomStep = 1.5

/** A movement that is shorter is a click. */
const clickPx = 6
const swipePx = 48

export const limitedZoom = (zoom: number): number => Math.min(Math.max(zoom, minZoom), maxZoom)

/** By the wheel with Ctrl: upward enlarges. */
export const zoomByWheel = (zoom: number, deltaY: number): number => limitedZoom(zoom * Math.exp(-deltaY / 300))

/** By two fingers, from the distance and the zoom with which they began. */
export const zoomByPinch = (begun: { distance: number; zoom: number }, distance: number): number =>
  limitedZoom((begun.zoom * distance) / begun.distance)

/** A swipe to the left and a click on the right half turn forward; null is no turn. */
export function turnOf({ right, down }: { right: number; down: number }, isOnLeftHalf: boolean): -1 | 1 | null {
  if (Math.abs(right) > swipePx && Math.abs(right) > Math.abs(down)) return right < 0 ? 1 : -1
  if (Math.hypot(right, down) > clickPx) return null
  return isOnLeftHalf ? -1 : 1
}
