// The pages of a book in small, in a row that scrolls. Only pages in sight are drawn, since a book may have 800.

import { VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../language.ts'
import { type BookFile, pictureUrl, sizeOfPage } from './book.ts'
import classes from './PageStrip.module.css'
import { pagesIn, type Spread } from './spreads.ts'

const thumbHeightPx = 76
const gapPx = 12
/** Pages that are only scrolled past are not asked for. */
const restMs = 150

type Props = {
  file: BookFile
  spreads: Spread[]
  current: number
  go(index: number): void
  /** Pages with findings. */
  found: ReadonlySet<number>
  /** From right to left, as a book that is bound at its right. */
  isFromRight: boolean
}

export function PageStrip({ file, spreads, current, go, found, isFromRight }: Props) {
  const { width, height } = sizeOfPage(file, 1) ?? { width: 6, height: 9 }
  const pageWidth = Math.round((thumbHeightPx * width) / height)
  const sides = spreads.some(([left]) => left !== null) ? 2 : 1
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    horizontal: true,
    isRtl: isFromRight,
    count: spreads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => sides * pageWidth + gapPx,
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width of the items needs new positions
  useEffect(() => virtual.measure(), [sides, pageWidth])
  useEffect(() => virtual.scrollToIndex(current, { align: 'auto' }), [virtual, current])
  return (
    <nav ref={scroller} className={classes.strip} aria-label={t('All pages')} dir={isFromRight ? 'rtl' : undefined}>
      <div className={classes.row} style={{ width: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const spread = spreads[index]!
          const isFound = pagesIn(spread).some(page => found.has(page))
          return (
            <button
              key={index}
              type="button"
              className={classes.spread}
              dir="ltr"
              style={{ [isFromRight ? 'right' : 'left']: start, width: sides * pageWidth }}
              onClick={() => go(index)}
              tabIndex={index === current ? 0 : -1}
              aria-current={index === current ? 'page' : undefined}
            >
              <span className={classes.pages} style={{ height: thumbHeightPx }}>
                {spread.slice(2 - sides).map((page, side) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: left and right
                  <span key={side} className={classes.page} style={{ width: pageWidth }} data-none={page === null}>
                    {page === null ? null : <Thumb src={pictureUrl(file, page, 'thumbnail')} />}
                  </span>
                ))}
                {isFound ? <span className={classes.found} /> : null}
              </span>
              <span className={classes.number} data-side={sides === 2 ? sideOf(spread) : undefined}>
                <VisuallyHidden>{pagesIn(spread).length === 1 ? t('Page') : t('Pages')} </VisuallyHidden>
                {(isFromRight ? pagesIn(spread).reverse() : pagesIn(spread)).join('–')}
                {isFound ? <VisuallyHidden>, {t('with findings')}</VisuallyHidden> : null}
              </span>
            </button>
          )
        })}
      </div>
    </nav>
  )
}

/** The only page of a spread stands at its side. */
const sideOf = ([left, right]: Spread) => (left === null ? 'right' : right === null ? 'left' : undefined)

function Thumb({ src }: { src: string }) {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setResting(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return isResting ? <img src={src} alt="" fetchPriority="low" draggable={false} onError={hide} /> : null
}

/** A page that cannot be drawn stays white; it says why when it is opened. */
const hide = ({ currentTarget }: { currentTarget: HTMLImageElement }) => {
  currentTarget.style.visibility = 'hidden'
}
