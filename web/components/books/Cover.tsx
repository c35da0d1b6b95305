// The front of a book, small beside its name in a list, or large on its page. Its box has its size from the start, and
// the book in it has its proportions; without a picture, it is bound in plain cloth with the first letter of its name.

import { useEffect, useRef, useState } from 'react'
import classes from './Cover.module.css'
import { isLoaded, loadCover } from './coverQueue.ts'

/** The service returns the same object in all lists. Inches. */
export type BookCover = { width: number; height: number; pictureUrl: string | null }

/** Of the box. */
const boxesPx = {
  row: { width: 30, height: 36 },
  compact: { width: 22, height: 26 },
  item: { width: 54, height: 66 },
  page: { width: 200, height: 280 },
}
/** Of a book that is no longer in the catalog. */
const unknown: BookCover = { width: 6, height: 9, pictureUrl: null }

type Props = {
  cover: BookCover | null | undefined
  /** The name of the product, which stands beside the cover. */
  name: string
  size?: keyof typeof boxesPx
}

export function Cover({ cover, name, size = 'row' }: Props) {
  const box = boxesPx[size]
  const { width, height, pictureUrl } = cover ?? unknown
  const scale = Math.min(box.width / width, box.height / height)
  const book = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const url = pictureUrl === null ? null : pathOf(pictureUrl)
  const frame = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(() => (url !== null && isLoaded(url) ? url : null))
  useEffect(() => {
    if (url === null || shown === url) return
    return whileInSight(frame.current!, () => loadCover(url, isThere => isThere && setShown(url)))
  }, [url, shown])
  return (
    <span ref={frame} className={classes.box} style={box} data-cover={size} aria-hidden>
      <span className={classes.book} style={book} data-drawn={shown === null || shown !== url || undefined}>
        {url !== null && shown === url ? (
          <img src={url} alt="" width={book.width} height={book.height} draggable={false} />
        ) : (
          <span className={classes.letter}>{letterOf(name)}</span>
        )}
      </span>
    </span>
  )
}

const letterOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ''

/** Pictures are loaded from the page's own origin, even if the service is configured with another address. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

/** Calls `act` when the element comes into sight, and its returned function when it goes out of sight. */
function whileInSight(element: HTMLElement, act: () => () => void): () => void {
  let end: (() => void) | null = null
  acts.set(element, isInSight => {
    if (isInSight) end ??= act()
    else {
      end?.()
      end = null
    }
  })
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    acts.delete(element)
    end?.()
  }
}

const acts = new WeakMap<Element, (isInSight: boolean) => void>()
const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) acts.get(target)?.(isIntersecting)
})
