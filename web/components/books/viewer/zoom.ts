// How much a page is enlarged, and moving it under the pointer: by buttons, the wheel with Ctrl, and two fingers.

import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limitedZoom, minZoom, turnOf, zoomByPinch, zoomByWheel } from './gesture.ts'

export type Zoom = ReturnType<typeof useZoom>

/** `stage` is the element that scrolls; `isShown` says whether it exists. */
export function useZoom(stage: RefObject<HTMLElement | null>, isShown: boolean) {
  const [value, setValue] = useState(minZoom)
  const before = useRef(minZoom)
  const set = useCallback((zoom: number) => setValue(limitedZoom(zoom)), [])

  // The point in the middle stays there.
  useLayoutEffect(() => {
    const scroller = stage.current
    const ratio = value / before.current
    before.current = value
    if (scroller === null || ratio === 1) return
    scroller.scrollLeft = (scroller.scrollLeft + scroller.clientWidth / 2) * ratio - scroller.clientWidth / 2
    scroller.scrollTop = (scroller.scrollTop + scroller.clientHeight / 2) * ratio - scroller.clientHeight / 2
  }, [value, stage])

  // React's own handlers cannot keep the browser from zooming the whole page.
  useEffect(() => {
    const scroller = stage.current
    if (scroller === null || !isShown) return
    let pinch: { distance: number; zoom: number } | null = null
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setValue(zoom => zoomByWheel(zoom, event.deltaY))
    }
    const onTouch = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (a === undefined || b === undefined) {
        pinch = null
        return
      }
      event.preventDefault()
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      pinch ??= { distance, zoom: before.current }
      setValue(zoomByPinch(pinch, distance))
    }
    const options = { passive: false }
    scroller.addEventListener('wheel', onWheel, options)
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
      scroller.addEventListener(name, onTouch, options)
    return () => {
      scroller.removeEventListener('wheel', onWheel)
      for (const name of ['touchstart', 'touchmove', 'touchend'] as const) scroller.removeEventListener(name, onTouch)
    }
  }, [stage, isShown])
  return { value, set }
}

type Press = { x: number; y: number; left: number; top: number; isMouse: boolean }

/** An enlarged page is moved by the mouse. Otherwise a click on a half turns the pages, and so does a swipe. */
export function useGestures({ value }: Zoom, turn: (step: -1 | 1) => void) {
  const press = useRef<Press | null>(null)
  const isEnlarged = value > minZoom
  return {
    onPointerDown({ currentTarget, clientX, clientY, pointerType, isPrimary, button }: PointerEvent<HTMLElement>) {
      const { scrollLeft: left, scrollTop: top } = currentTarget
      press.current =
        isPrimary && button === 0 ? { x: clientX, y: clientY, left, top, isMouse: pointerType === 'mouse' } : null
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (press.current === null || !press.current.isMouse || !isEnlarged) return
      currentTarget.scrollTo(
        press.current.left - (clientX - press.current.x),
        press.current.top - (clientY - press.current.y),
      )
    },
    onPointerUp({ currentTarget, target, clientX, clientY }: PointerEvent<HTMLElement>) {
      const from = press.current
      press.current = null
      if (from === null || isEnlarged || (target as Element).closest('button') !== null) return
      const { left, width } = currentTarget.getBoundingClientRect()
      const step = turnOf({ right: clientX - from.x, down: clientY - from.y }, clientX < left + width / 2)
      if (step !== null) turn(step)
    },
    onPointerCancel() {
      press.current = null
    },
    onPointerLeave() {
      press.current = null
    },
  }
}
