// One page: its picture, the lines over it, and the places of findings.

import { Button, Loader, Text } from '@mantine/core'
import { FileWarning } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Problem } from '../../../apiTypes.ts'
import { t } from '../../../language.ts'
import { type Area, type Book, type BookFile, type LineKind, measuresOfPage, pictureUrl, sizeOfPage } from './book.ts'
import classes from './PageView.module.css'

export type Look = {
  /** Pixels per inch. */
  scale: number
  isEnlarged: boolean
  lines: ReadonlySet<LineKind | 'findings'>
  /** The code of the finding that was chosen. */
  chosenCode: string | null
  /** How far the print is shifted to the right. */
  driftInches: number
}

type Props = { book: Book; file: BookFile; page: number; look: Look }

/** The part of a page that is shown: the trimmed page, or with bleed the whole file. */
export function shownArea(book: Book, file: BookFile, page: number, hasBleed: boolean): Area {
  const { width, height } = sizeOfPage(file, page) ?? { width: 6, height: 9 }
  const { trim } = measuresOfPage(book, file, page)
  return trim === null || hasBleed ? { x: 0, y: 0, width, height } : trim
}

export function PageView({ book, file, page, look: { scale, isEnlarged, lines, chosenCode, driftInches } }: Props) {
  const size = sizeOfPage(file, page) ?? { width: 6, height: 9 }
  const shown = shownArea(book, file, page, lines.has('bleed'))
  const picture = usePicture(pictureUrl(file, page, 'screen'))
  const name = file.part === 'cover' ? t('Cover') : t('Page {page}', { page })
  /** The whole page within the shown part of it. */
  const whole = {
    width: size.width * scale,
    height: size.height * scale,
    left: -shown.x * scale,
    top: -(size.height - shown.y - shown.height) * scale,
  }
  const print = { ...whole, left: whole.left + driftInches * scale }
  return (
    <div className={classes.page} style={{ width: shown.width * scale, height: shown.height * scale }}>
      {picture.failure === null ? (
        <>
          <img
            {...picture.attributes}
            fetchPriority="high"
            alt={name}
            className={classes.picture}
            style={print}
            draggable={false}
          />
          {isEnlarged && picture.isReady ? (
            <img
              key={page}
              src={pictureUrl(file, page, 'zoom')}
              alt=""
              className={classes.picture}
              style={print}
              draggable={false}
            />
          ) : null}
          {picture.isReady ? null : <Loader size="sm" color="gray" className={classes.wait} aria-hidden />}
        </>
      ) : (
        <div className={classes.failure} role="alert">
          <FileWarning size={22} aria-hidden />
          <Text size="sm">{picture.failure}</Text>
          <Button size="compact-sm" variant="default" onClick={picture.retry}>
            {t('Retry')}
          </Button>
        </div>
      )}
      <svg
        className={classes.lines}
        style={whole}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {/* Without the bleed, the trim is where the picture ends. */}
        {measuresOfPage(book, file, page).lines.map(({ kind, area }) =>
          lines.has(kind) && (kind !== 'trim' || lines.has('bleed')) ? (
            <rect key={`${kind} ${area.x} ${area.y}`} {...boxOf(area, size.height)} data-line={kind} />
          ) : null,
        )}
        {lines.has('findings') ? (
          <g transform={`translate(${driftInches} 0)`}>
            {placesOn(file, page, chosenCode, size).map(({ code, ...area }) => (
              <rect
                key={`${code} ${area.x} ${area.y} ${area.width}`}
                {...boxOf(area, size.height)}
                data-line="problem"
                data-chosen={code === chosenCode || undefined}
              />
            ))}
          </g>
        ) : null}
      </svg>
    </div>
  )
}

const boxOf = ({ x, y, width, height }: Area, pageHeight: number) => ({ x, y: pageHeight - y - height, width, height })

/** A place larger than this part of a page hides the page. */
const maxShare = 0.25

/**
 * Where the facts of the file are not stored any more, only the finding itself has a place. Until their finding is
 * chosen, large places and those of notes are left out: the black text of a book covers all its pages.
 */
function placesOn(
  { places, findings }: BookFile,
  page: number,
  chosenCode: string | null,
  size: { width: number; height: number },
): (Area & { code: string })[] {
  const here = places.filter(place => place.page === page)
  const ofFindings = findings.flatMap(({ code, place }) =>
    place?.page === page && !here.some(one => one.code === code) ? [{ ...place, code }] : [],
  )
  const notes = new Set(findings.flatMap(({ code, severity }) => (severity === 'info' ? [code] : [])))
  const isSmall = ({ width, height }: Area) => width * height <= maxShare * size.width * size.height
  return [...here, ...ofFindings].filter(
    place => place.code === chosenCode || (!notes.has(place.code) && isSmall(place)),
  )
}

const maxAttempts = 6
const defaultRetrySeconds = 2

/** A picture that is drawn on demand: while the service is busy, it is asked for again. */
function usePicture(src: string) {
  const image = useRef<HTMLImageElement>(null)
  const [loaded, setLoaded] = useState('')
  const [failed, setFailed] = useState<{ src: string; detail: string } | null>(null)
  const [attempt, setAttempt] = useState({ src, count: 0 })
  const count = attempt.src === src ? attempt.count : 0
  // A fragment makes the browser load the same address again.
  const url = count === 0 ? src : `${src}#${count}`
  useLayoutEffect(() => {
    const { complete, naturalWidth } = image.current ?? { complete: false, naturalWidth: 0 }
    if (complete && naturalWidth > 0 && image.current?.getAttribute('src') === url) setLoaded(src)
  }, [src, url])
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const retry = () => {
    setFailed(null)
    setAttempt({ src, count: count + 1 })
  }
  const onError = async () => {
    const answer = await fetch(src).catch(() => null)
    const isBusy = answer === null || answer.ok || answer.status === 429 || answer.status === 503
    if (isBusy && count < maxAttempts) {
      const seconds = answer?.ok ? 0 : Number(answer?.headers.get('retry-after') ?? defaultRetrySeconds)
      timer.current = window.setTimeout(retry, seconds * 1000)
      return
    }
    const problem: Partial<Problem> | null = await answer?.json().catch(() => null)
    setFailed({ src, detail: problem?.detail ?? t('We can’t load this page. Check your connection and try again.') })
  }
  return {
    isReady: loaded === src,
    failure: failed?.src === src ? failed.detail : null,
    retry,
    attributes: {
      ref: image,
      src: url,
      'data-ready': loaded === src || undefined,
      onLoad: () => setLoaded(src),
      onError: () => void onError(),
    },
  }
}
