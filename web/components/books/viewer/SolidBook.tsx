// The closed book as it will lie on a table: its cover around the true thickness of its pages. It turns once when it is
// opened, and then under the pointer or by its slider.

import { Loader, Slider } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { readerLocale, t } from '../../../language.ts'
import { type Area, type Book, type BookFile, isBoundAtRight, pictureUrl, sizeOfPage } from './book.ts'
import classes from './SolidBook.module.css'

/** Seen from the front, with a part of the spine. */
const restDegrees = 28
const maxTiltDegrees = 50
const firstTurnMs = 4000
/** Of a stapled book: its cover and half of its sheets. */
const thinInches = 0.08
const degreesPerPixel = 0.5
/** Without it, the ground shows between spine and boards. */
const seamPx = 1
const heightPx = 400
const widthPx = 460

type Props = { book: Book; cover: BookFile }

export function SolidBook({ book, cover }: Props) {
  const isStill = useReducedMotion(true, { getInitialValueInEffect: false })
  const isFromRight = isBoundAtRight(book)
  const rest = isFromRight ? -restDegrees : restDegrees
  const [turn, setTurn] = useState(rest)
  const [tilt, setTilt] = useState(-8)
  const [isReady, setReady] = useState(false)
  const press = useRef<{ x: number; y: number } | null>(null)
  const isTouched = useRef(false)

  useEffect(() => {
    if (isStill || !isReady) return
    const start = performance.now()
    let frame = 0
    const step = (now: number) => {
      const part = Math.min((now - start) / firstTurnMs, 1)
      if (isTouched.current) return
      // Slower at the end.
      setTurn(rest + Math.sign(rest) * 360 * (1 - part) ** 3)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isStill, isReady, rest])

  const size = sizeOfPage(cover, 1)
  if (book.measures === null || size === null) return null
  const { trim, back, spineArea, front } = book.measures.cover
  // The hinges of a hard cover belong to its boards.
  const spine = spineArea ?? { ...trim, x: trim.x + trim.width / 2, width: 0 }
  const spineEnd = spine.x + spine.width
  const leftOf = (panel: Area) => ({ ...panel, width: spine.x - panel.x })
  const rightOf = (panel: Area) => ({ ...panel, x: spineEnd, width: panel.x + panel.width - spineEnd })
  const areas = isFromRight
    ? { back: rightOf(back), spine, front: leftOf(front) }
    : { back: leftOf(back), spine, front: rightOf(front) }
  const spineDegrees = isFromRight ? 90 : -90
  const scale = Math.min(heightPx / trim.height, widthPx / Math.hypot(areas.front.width, spine.width))
  const [wide, tall] = [areas.front.width * scale, trim.height * scale]
  const thick = (spine.width || thinInches) * scale
  const printed = (area: Area): ReactNode => (
    <img
      src={pictureUrl(cover, 1, 'zoom')}
      alt=""
      draggable={false}
      onLoad={() => setReady(true)}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        left: -area.x * scale,
        top: -(size.height - area.y - area.height) * scale,
      }}
    />
  )
  const face = (width: number, height: number, transform: string) => ({
    width,
    height,
    marginLeft: -width / 2,
    marginTop: -height / 2,
    transform,
  })
  const touch = () => {
    isTouched.current = true
  }
  const gestures = {
    onPointerDown({ currentTarget, clientX: x, clientY: y, pointerId }: PointerEvent<HTMLElement>) {
      touch()
      currentTarget.setPointerCapture(pointerId)
      press.current = { x, y }
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      const from = press.current
      if (from === null) return
      press.current = { x, y }
      setTurn(before => normalized(before + (x - from.x) * degreesPerPixel))
      setTilt(before => {
        const after = before - (y - from.y) * degreesPerPixel
        return Math.min(Math.max(after, -maxTiltDegrees), maxTiltDegrees)
      })
    },
    onPointerUp() {
      press.current = null
    },
    onPointerCancel() {
      press.current = null
    },
  }
  return (
    <>
      <div className={classes.room} {...gestures}>
        {isReady ? null : <Loader size="sm" color="gray" className={classes.wait} aria-hidden />}
        <div
          className={classes.book}
          role="img"
          aria-label={t('The closed book, {thickness} in thick', {
            thickness: inches.format(spine.width || thinInches),
          })}
          data-ready={isReady || undefined}
          data-from-right={isFromRight || undefined}
          style={{ transform: `rotateX(${tilt}deg) rotateY(${turn}deg)` }}
        >
          <div className={classes.cover} data-face="front" style={face(wide, tall, `translateZ(${thick / 2}px)`)}>
            {printed(areas.front)}
          </div>
          <div
            className={classes.cover}
            data-face="back"
            style={face(wide, tall, `rotateY(180deg) translateZ(${thick / 2}px)`)}
          >
            {printed(areas.back)}
          </div>
          <div
            className={classes.cover}
            style={face(thick + seamPx, tall, `rotateY(${spineDegrees}deg) translateZ(${wide / 2}px)`)}
          >
            {spineArea === null ? null : printed(areas.spine)}
          </div>
          <div
            className={classes.edge}
            style={face(thick, tall, `rotateY(${-spineDegrees}deg) translateZ(${wide / 2 - 2}px)`)}
          />
          <div className={classes.ends} style={face(wide, thick, `rotateX(90deg) translateZ(${tall / 2 - 2}px)`)} />
          <div className={classes.ends} style={face(wide, thick, `rotateX(-90deg) translateZ(${tall / 2 - 2}px)`)} />
        </div>
      </div>
      <div className={classes.turn}>
        <Slider
          value={Math.round(normalized(turn))}
          onChange={degrees => {
            touch()
            setTurn(degrees)
          }}
          min={-180}
          max={180}
          step={5}
          label={null}
          thumbLabel={t('Turn the book')}
        />
      </div>
    </>
  )
}

const inches = new Intl.NumberFormat(readerLocale, { maximumFractionDigits: 3 })

/** From −180 to 180. */
const normalized = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180
