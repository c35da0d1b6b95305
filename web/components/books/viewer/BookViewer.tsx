// All pages of a book as it is bound, with the parts that the printer will cut off, and the findings.

import {
  ActionIcon,
  Button,
  Chip,
  Group,
  SegmentedControl,
  Text,
  TextInput,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core'
import { useElementSize, useHotkeys, useMediaQuery, useMergedRef, useReducedMotion } from '@mantine/hooks'
import { ChevronLeft, ChevronRight, Expand, ZoomIn, ZoomOut } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { readerLocale, t } from '../../../language.ts'
import { percent } from '../../layout/Values.tsx'
import classes from './BookViewer.module.css'
import {
  type Book,
  type BookFile,
  fileOf,
  isBoundAtRight,
  type LineKind,
  measuresOfPage,
  pagesOfFinding,
  pagesText,
  pictureUrl,
} from './book.ts'
import { type Chosen, FindingList } from './FindingList.tsx'
import { maxZoom, minZoom, zoomStep } from './gesture.ts'
import { PageStrip } from './PageStrip.tsx'
import { type Look, PageView, shownArea } from './PageView.tsx'
import { driftInches, SpineDrift } from './SpineDrift.tsx'
import { pagesIn, type Spread, singlePagesOf, spreadsOf } from './spreads.ts'
import { useGestures, useZoom, type Zoom } from './zoom.ts'

/** `solid` is the closed book, in three dimensions. */
type View = 'pages' | 'cover' | 'solid'
/** Where in the book the reader is. */
export type Position = { view: View; page: number }

type Props = { book: Book; position: Position; turnTo(position: Position): void }

const SolidBook = lazy(() => import('./SolidBook.tsx').then(({ SolidBook }) => ({ default: SolidBook })))

const lineNames = {
  pages: { bleed: t('Bleed'), trim: t('Trim'), safe: t('Safe area'), gutter: t('Gutter'), punch: t('Holes') },
  cover: {
    bleed: t('Bleed'),
    trim: t('Trim'),
    safe: t('Safe area'),
    fold: t('Spine and hinges'),
    punch: t('Holes'),
    barcode: t('Barcode'),
  },
  solid: {},
} as const satisfies Record<View, Partial<Record<LineKind, string>>>

export function BookViewer({ book, position: { view, page }, turnTo }: Props) {
  const cover = fileOf(book, 'cover')
  const guts = fileOf(book, 'guts')
  const file = view === 'pages' ? guts : cover
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const pageCount = file?.pageCount ?? 0
  const isFromRight = isBoundAtRight(book)
  const spreads = useMemo(
    () => (isNarrow || view !== 'pages' ? singlePagesOf(pageCount) : spreadsOf(pageCount, isFromRight)),
    [isNarrow, view, pageCount, isFromRight],
  )
  const index = Math.max(
    0,
    spreads.findIndex(spread => spread.includes(page)),
  )
  const spread: Spread = spreads[index] ?? [null, null]
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [lines, setLines] = useState<ReadonlySet<LineKind | 'findings'>>(new Set(['findings', 'fold', 'trim']))
  const [drift, setDrift] = useState(0)
  const found = useMemo(() => new Set(guts?.findings.flatMap(finding => pagesOfFinding(guts, finding))), [guts])
  const leaf = useLeaf(index)

  const stage = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, ...stageSize } = useElementSize<HTMLDivElement>()
  const stageRef = useMergedRef(stage, sizeRef)
  const zoom = useZoom(stage, file !== null && view !== 'solid')
  const goTo = (target: number) => {
    const to = Math.min(Math.max(target, 0), spreads.length - 1)
    if (to === index) return
    if (!isNarrow && view === 'pages' && zoom.value === minZoom) leaf.turn(index, to)
    turnTo({ view, page: pagesIn(spreads[to]!)[0]! })
  }
  const toRight = isFromRight ? -1 : 1
  useHotkeys([
    ['ArrowRight', () => goTo(index + toRight)],
    ['PageDown', () => goTo(index + 1)],
    ['ArrowLeft', () => goTo(index - toRight)],
    ['PageUp', () => goTo(index - 1)],
    ['Home', () => goTo(0)],
    ['End', () => goTo(spreads.length - 1)],
    ['+', () => zoom.set(zoom.value * zoomStep)],
    ['=', () => zoom.set(zoom.value * zoomStep)],
    ['-', () => zoom.set(zoom.value / zoomStep)],
    ['0', () => zoom.set(minZoom)],
  ])
  const gestures = useGestures(zoom, step => goTo(index + step * toRight))
  useNextPages(file, spreads[index + 1])

  const choose = (next: Chosen) => {
    setChosen(next)
    const ofPart = next.part === 'cover' ? cover : guts
    // A position beside the trimmed page is seen only with the bleed.
    if (ofPart !== null && isBesideTrim(book, ofPart, next)) setLines(before => new Set([...before, 'bleed']))
    setLines(before => new Set([...before, 'findings']))
    turnTo({ view: next.part === 'cover' ? 'cover' : 'pages', page: next.page })
  }

  if (cover === null && guts === null) return <Text c="dimmed">{t('The files of this book are not stored.')}</Text>
  const scale = scaleToFit(book, file, spread, stageSize, lines.has('bleed')) * zoom.value
  const look: Look = {
    scale,
    lines,
    isEnlarged: scale * window.devicePixelRatio > enlargedFrom(book, file),
    chosenCode: chosen?.finding.code ?? null,
    driftInches: view === 'cover' ? driftInches(drift) : 0,
  }
  const previous = { label: t('Previous page'), isOff: index === 0, turn: () => goTo(index - 1) }
  const next = { label: t('Next page'), isOff: index >= spreads.length - 1, turn: () => goTo(index + 1) }
  const findingCount = book.files.reduce((sum, { findings }) => sum + findings.length, 0)
  const pageIn = (side: number | null): ReactNode =>
    side === null || file === null ? null : <PageView book={book} file={file} page={side} look={look} />
  const names: Partial<Record<LineKind, string>> = lineNames[view]
  const kinds = file === null || view === 'solid' ? [] : measuresOfPage(book, file, page).lines.map(({ kind }) => kind)
  return (
    <div className={classes.viewer} data-findings={findingCount > 0 || undefined}>
      <section className={classes.book} aria-label={t('Book')}>
        <div className={classes.bar}>
          {cover !== null && guts !== null ? (
            <SegmentedControl
              size="xs"
              aria-label={t('Part')}
              value={view}
              onChange={next => turnTo({ view: next as View, page: 1 })}
              data={[
                { value: 'pages', label: t('Pages [[of a book]]') },
                { value: 'cover', label: t('Cover') },
                ...(measuresOfPage(book, cover, 1).trim === null ? [] : [{ value: 'solid', label: '3D' }]),
              ]}
            />
          ) : null}
          {view === 'pages' && pageCount > 0 ? (
            <PageField page={page} pageCount={pageCount} turnTo={next => turnTo({ view, page: next })} />
          ) : null}
          <Group gap={4} wrap="nowrap" ml="auto">
            {view === 'solid' ? null : <ZoomButtons zoom={zoom} />}
            <FullScreenButton />
          </Group>
        </div>
        {file === null ? (
          <Text c="dimmed" p="md">
            {t('This file is not stored.')}
          </Text>
        ) : view === 'solid' ? (
          <Suspense fallback={<div className={classes.stage} />}>
            <SolidBook book={book} cover={file} />
          </Suspense>
        ) : (
          <div className={classes.around}>
            <Turn isAtLeft {...(isFromRight ? next : previous)} />
            <div ref={stageRef} className={classes.stage} data-zoomed={zoom.value > minZoom || undefined} {...gestures}>
              <div className={classes.table}>
                <div className={classes.spread} data-single={isNarrow || view === 'cover' || undefined}>
                  {leaf.leaf === null ? (
                    <Sides spread={spread} isSingle={isNarrow || view === 'cover'} pageIn={pageIn} />
                  ) : (
                    <TurningLeaf
                      from={spreads[leaf.leaf.from]!}
                      to={spreads[leaf.leaf.to]!}
                      isToLeft={leaf.leaf.to > leaf.leaf.from !== isFromRight}
                      pageIn={pageIn}
                      done={leaf.done}
                    />
                  )}
                </div>
              </div>
            </div>
            <Turn {...(isFromRight ? previous : next)} />
          </div>
        )}
        <VisuallyHidden role="status">
          {view === 'pages' ? t('{pages} of {count}', { pages: pagesText(spread), count: pageCount }) : t('Cover')}
        </VisuallyHidden>
        {view === 'cover' ? <CoverSizes book={book} /> : null}
        {view === 'cover' && kinds.includes('fold') ? (
          <SpineDrift
            book={book}
            steps={drift}
            change={steps => {
              setDrift(steps)
              setLines(before => new Set([...before, 'fold']))
            }}
          />
        ) : null}
        {file !== null && kinds.length > 0 ? (
          <Chip.Group multiple value={[...lines]} onChange={next => setLines(new Set(next as LineKind[]))}>
            <Group gap={6} className={classes.lines} role="group" aria-label={t('Lines')}>
              {(Object.keys(names) as LineKind[])
                .filter(kind => kinds.includes(kind) && (kind !== 'trim' || lines.has('bleed')))
                .map(kind => (
                  <Chip key={kind} value={kind} size="xs" variant="outline" data-line={kind}>
                    {names[kind]}
                  </Chip>
                ))}
              {findingCount > 0 ? (
                <Chip value="findings" size="xs" variant="outline" data-line="problem">
                  {t('Findings')}
                </Chip>
              ) : null}
            </Group>
          </Chip.Group>
        ) : null}
        {view === 'pages' && file !== null ? (
          <PageStrip {...{ file, spreads, found, isFromRight }} current={index} go={goTo} />
        ) : null}
      </section>
      {findingCount > 0 ? (
        <section className={classes.findings} aria-label={t('Findings')}>
          <Text fw={500} className={classes.findingsHead}>
            {t('{count, plural, one {# finding} other {# findings}}', { count: findingCount })}
          </Text>
          <div className={classes.findingsBody}>
            <FindingList book={book} chosen={chosen} choose={choose} />
          </div>
        </section>
      ) : null}
    </div>
  )
}

type PageIn = (page: number | null) => ReactNode

const Sides = ({ spread: [left, right], isSingle, pageIn }: { spread: Spread; isSingle: boolean; pageIn: PageIn }) =>
  isSingle ? (
    <div className={classes.single}>{pageIn(right)}</div>
  ) : (
    <>
      <div className={classes.left}>{pageIn(left)}</div>
      <div className={classes.right}>{pageIn(right)}</div>
    </>
  )

type Leaf = { from: Spread; to: Spread; isToLeft: boolean; pageIn: PageIn; done(): void }

/** A leaf that turns over: its front is a page of one spread, its back a page of the other. */
function TurningLeaf({ from, to, isToLeft, pageIn, done }: Leaf) {
  const [below, front, back] = isToLeft
    ? [[from[0], to[1]] as Spread, from[1], to[0]]
    : [[to[0], from[1]] as Spread, from[0], to[1]]
  return (
    <>
      <Sides spread={below} isSingle={false} pageIn={pageIn} />
      <div className={classes.leaf} data-forward={isToLeft || undefined} onAnimationEnd={done}>
        <div className={isToLeft ? classes.right : classes.left}>{pageIn(front)}</div>
        <div className={`${isToLeft ? classes.left : classes.right} ${classes.back}`}>{pageIn(back)}</div>
      </div>
    </>
  )
}

/** The leaf that is turning; none when motion is not wanted, or when pages are turned faster than a leaf turns. */
function useLeaf(index: number) {
  const isStill = useReducedMotion(true, { getInitialValueInEffect: false })
  const [leaf, setLeaf] = useState<{ from: number; to: number } | null>(null)
  return {
    leaf: leaf?.to === index ? leaf : null,
    turn: (from: number, to: number) => setLeaf(isStill || leaf !== null ? null : { from, to }),
    done: () => setLeaf(null),
  }
}

type TurnProps = { label: string; isAtLeft?: true; isOff: boolean; turn(): void }

const Turn = ({ label, isAtLeft, isOff, turn }: TurnProps) => (
  <ActionIcon
    size="xl"
    radius={22}
    className={isAtLeft ? classes.before : classes.after}
    aria-label={label}
    disabled={isOff}
    onClick={turn}
  >
    {isAtLeft ? <ChevronLeft size={22} /> : <ChevronRight size={22} />}
  </ActionIcon>
)

function PageField({ page, pageCount, turnTo }: { page: number; pageCount: number; turnTo(page: number): void }) {
  const [input, setInput] = useState(String(page))
  useEffect(() => setInput(String(page)), [page])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Math.min(Math.max(Math.round(Number(input)), 1), pageCount)
    if (Number.isFinite(wanted) && wanted !== page) turnTo(wanted)
    else setInput(String(page))
  }
  return (
    <form onSubmit={submit} className={classes.field}>
      <TextInput
        size="xs"
        w={76}
        aria-label={t('Page, 1 to {pageCount}', { pageCount })}
        inputMode="numeric"
        value={input}
        onChange={({ currentTarget }) => setInput(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => submit()}
      />
      <Text size="sm" c="dimmed" className="nowrap">
        {t('of {pageCount}', { pageCount })}
      </Text>
    </form>
  )
}

function ZoomButtons({ zoom }: { zoom: Zoom }) {
  return (
    <>
      <ActionIcon
        size="lg"
        aria-label={t('Zoom out')}
        disabled={zoom.value <= minZoom}
        onClick={() => zoom.set(zoom.value / zoomStep)}
      >
        <ZoomOut size={18} />
      </ActionIcon>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => zoom.set(minZoom)} w={64}>
        {zoom.value === minZoom ? t('Fit') : percent(Math.round(zoom.value * 100) / 100)}
      </Button>
      <ActionIcon
        size="lg"
        aria-label={t('Zoom in')}
        disabled={zoom.value >= maxZoom}
        onClick={() => zoom.set(zoom.value * zoomStep)}
      >
        <ZoomIn size={18} />
      </ActionIcon>
    </>
  )
}

/** Telephones have no full screen for parts of a page. */
function FullScreenButton() {
  const button = useRef<HTMLButtonElement>(null)
  if (!document.fullscreenEnabled) return null
  const toggle = () => {
    const viewer = button.current?.closest(`.${classes.viewer}`)
    if (document.fullscreenElement === null) void viewer?.requestFullscreen().catch(() => {})
    else void document.exitFullscreen()
  }
  return (
    <Tooltip label={t('Full screen')}>
      <ActionIcon ref={button} size="lg" aria-label={t('Full screen')} onClick={toggle}>
        <Expand size={17} />
      </ActionIcon>
    </Tooltip>
  )
}

const inches = new Intl.NumberFormat(readerLocale, { maximumFractionDigits: 3 })

function CoverSizes({ book: { measures } }: { book: Book }) {
  if (measures === null) return null
  const { spine } = measures.cover
  const [back, front] = [inches.format(measures.cover.back.width), inches.format(measures.cover.front.width)]
  return (
    <Text size="xs" c="dimmed" ta="center" py={6}>
      {spine > 0
        ? t('Back {back} in · spine {spine} in · front {front} in', { back, spine: inches.format(spine), front })
        : t('Back {back} in · front {front} in', { back, front })}
    </Text>
  )
}

/** The next pages are loaded while the reader looks at these. */
function useNextPages(file: BookFile | null, spread: Spread | undefined): void {
  useEffect(() => {
    if (file === null || spread === undefined) return
    const images = pagesIn(spread).map(page => Object.assign(new Image(), { src: pictureUrl(file, page, 'screen') }))
    return () => {
      for (const image of images) image.src = ''
    }
  }, [file, spread])
}

function isBesideTrim(book: Book, file: BookFile, { finding, page }: Chosen): boolean {
  const { trim } = measuresOfPage(book, file, page)
  if (trim === null) return false
  const places = [
    ...file.places.filter(place => place.page === page && place.code === finding.code),
    ...(finding.place?.page === page ? [finding.place] : []),
  ]
  return places.some(
    ({ x, y, width, height }) =>
      x + width <= trim.x || y + height <= trim.y || x >= trim.x + trim.width || y >= trim.y + trim.height,
  )
}

/** The pixels of a picture for screens, per inch of its page. */
const screenPixels = 1000
const enlargedFrom = (book: Book, file: BookFile | null): number =>
  file === null ? Number.POSITIVE_INFINITY : (screenPixels / shownArea(book, file, 1, true).width) * 1.05

/** Pixels per inch at which the spread fits into the stage. */
function scaleToFit(
  book: Book,
  file: BookFile | null,
  spread: Spread,
  { width, height }: { width: number; height: number },
  hasBleed: boolean,
): number {
  if (file === null || width === 0 || height === 0) return 1
  const areas = pagesIn(spread).map(page => shownArea(book, file, page, hasBleed))
  const isSpread = file.part === 'guts' && !window.matchMedia('(max-width: 48em)').matches
  const widest = Math.max(...areas.map(area => area.width)) * (isSpread ? 2 : 1)
  const tallest = Math.max(...areas.map(area => area.height))
  const besidePx = isSpread ? turnPx : marginPx
  return Math.max(1, Math.min((width - besidePx) / widest, (height - marginPx) / tallest))
}
const marginPx = 32
/** The buttons that turn the pages. */
const turnPx = 128
