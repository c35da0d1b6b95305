// A drawing of a book from its attributes: proportions and thickness to scale, the kind of cover, the color of the
// paper, text in black or in color, and pictures that extend off the page if there is bleed.

import { t } from '../../language.ts'
import { sizeText } from '../layout/Values.tsx'
import classes from './BookPicture.module.css'
import { bookWord } from './bookWords.ts'

type BookLook = { size: string; cover: string; paperType: string; textColor: string; bleed: boolean }
type Props = {
  look: BookLook
  edge?: 'left' | 'right' | undefined
  pageCount: number
  width?: number
  plain?: true
}

/** "5.83 x 8.27 in (A5)" */
export function inchesOf(size: string): { wide: number; tall: number } {
  const [wide = 6, tall = 9] = [...size.matchAll(/\d+(?:\.\d+)?/g)].map(([text]) => Number(text))
  return { wide, tall }
}

const largestInches = 11.5
const pagesAnInch = 380

export function BookPicture({ look, edge = 'left', pageCount, width = 260, plain }: Props) {
  const { wide, tall } = inchesOf(look.size)
  const scale = (plain ? 92 : 150) / largestInches
  const w = wide * scale
  const h = tall * scale
  const spine = Math.max(2, (pageCount / pagesAnInch) * scale)
  const isHard = look.cover.includes('hard')
  const isStapled = look.cover.includes('saddle')
  const paper = look.paperType.includes('cream')
    ? '#f6ecd2'
    : /gloss|coated|matte/.test(look.paperType)
      ? '#ffffff'
      : '#fbfbf8'
  const overhang = isHard ? 2 : 0
  const viewWidth = plain ? 112 : 360
  const viewHeight = plain ? 104 : 180
  const baseline = viewHeight - 12
  const x = plain ? (viewWidth - w - spine) / 2 : 24
  const label = t('{size}, {cover}, {paper}, {textColor}, {count, plural, one {# page} other {# pages}}', {
    size: sizeText(look.size),
    cover: bookWord(look.cover),
    paper: bookWord(look.paperType),
    textColor: bookWord(look.textColor),
    count: pageCount,
  })

  return (
    <svg
      viewBox={`0 0 ${viewWidth} ${viewHeight}`}
      width={width}
      className={classes.picture}
      role="img"
      aria-label={label}
      style={{ transform: edge === 'right' ? 'scaleX(-1)' : undefined }}
    >
      <ellipse cx={x + (w + spine) / 2} cy={baseline + 3} rx={(w + spine) / 1.8} ry={4} className={classes.shadow} />
      {/* the spine, seen from the left */}
      <path
        d={`M${x} ${baseline - h + spine * 0.25} L${x + spine} ${baseline - h - overhang} V${baseline + overhang} L${x} ${baseline - spine * 0.1} Z`}
        className={classes.spine}
      />
      <rect
        x={x + spine}
        y={baseline - h - overhang}
        width={w + overhang}
        height={h + 2 * overhang}
        rx={isHard ? 2.5 : 1}
        className={classes.front}
      />
      {isHard ? (
        <line x1={x + spine + 7} x2={x + spine + 7} y1={baseline - h} y2={baseline} className={classes.groove} />
      ) : null}
      {isStapled ? (
        <>
          <line
            x1={x + spine + 1}
            x2={x + spine + 1}
            y1={baseline - h * 0.75}
            y2={baseline - h * 0.65}
            className={classes.staple}
          />
          <line
            x1={x + spine + 1}
            x2={x + spine + 1}
            y1={baseline - h * 0.35}
            y2={baseline - h * 0.25}
            className={classes.staple}
          />
        </>
      ) : null}
      <rect
        x={x + spine + w * 0.2}
        y={baseline - h * 0.78}
        width={w * 0.6}
        height={Math.max(3, h * 0.045)}
        rx={1}
        className={classes.title}
      />
      <rect
        x={x + spine + w * 0.3}
        y={baseline - h * 0.68}
        width={w * 0.4}
        height={Math.max(2, h * 0.025)}
        rx={1}
        className={classes.title}
      />
      {plain ? null : (
        <OpenPages x={200} baseline={baseline} wide={w * 0.92} tall={h * 0.92} paper={paper} look={look} />
      )}
    </svg>
  )
}

type Open = { x: number; baseline: number; wide: number; tall: number; paper: string; look: BookLook }

/** A spread: text on the left; on the right a picture, within the margins or over the edge. */
function OpenPages({ x: middleLeft, baseline, wide, tall, paper, look }: Open) {
  const w = Math.min(wide, 78)
  const h = (tall * w) / wide
  const middle = middleLeft + 75
  const top = baseline - h
  const isColor = look.textColor.includes('color')
  const margin = w * 0.12
  const lines = Math.floor((h - 2 * margin) / 6)
  const picture = look.bleed
    ? { x: middle, y: top, width: w, height: h * 0.52 }
    : { x: middle + margin, y: top + margin, width: w - 2 * margin, height: h * 0.42 }
  return (
    <g>
      <rect x={middle - w} y={top} width={w} height={h} fill={paper} className={classes.page} />
      <rect x={middle} y={top} width={w} height={h} fill={paper} className={classes.page} />
      {Array.from({ length: lines }, (_, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a picture
          key={i}
          x={middle - w + margin}
          y={top + margin + i * 6}
          width={(w - 2 * margin) * (i % 5 === 4 ? 0.6 : 1)}
          height={2}
          fill={isColor && i === 0 ? '#c2410c' : '#3b3f4a'}
          opacity={0.75}
        />
      ))}
      <rect {...picture} fill={isColor ? '#7aa7e8' : '#9a9a9a'} />
      <path
        d={`M${picture.x} ${picture.y + picture.height} l${picture.width * 0.35} ${-picture.height * 0.5} l${picture.width * 0.25} ${picture.height * 0.3} l${picture.width * 0.15} ${-picture.height * 0.2} l${picture.width * 0.25} ${picture.height * 0.4} z`}
        fill={isColor ? '#3f8f5f' : '#6b6b6b'}
      />
      <circle
        cx={picture.x + picture.width * 0.75}
        cy={picture.y + picture.height * 0.28}
        r={w * 0.07}
        fill={isColor ? '#f5c542' : '#d0d0d0'}
      />
      {Array.from({ length: Math.max(0, Math.floor((h * 0.48 - margin * 1.6) / 6)) }, (_, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a picture
          key={i}
          x={middle + margin}
          y={picture.y + picture.height + margin * 0.6 + i * 6}
          width={w - 2 * margin}
          height={2}
          fill="#3b3f4a"
          opacity={0.75}
        />
      ))}
      <line x1={middle} x2={middle} y1={top} y2={baseline} className={classes.fold} />
    </g>
  )
}
