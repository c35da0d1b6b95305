// A book of the draft, drawn to scale: its open cover and its first page, as the templates have them.

import { Group, NumberInput, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { Muted } from '../../../components/layout/Values.tsx'
import { numberLocale, t } from '../../../language.ts'
import classes from './BookDrawing.module.css'
import { type Book, valueAt } from './content.ts'

const delayMs = 300

type Area = { x: number; y: number; width: number; height: number }
type Shape = { kind: string; area: Area | null }

export function BookDrawing({ book }: { book: Book }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const pageCount = chosen ?? Number(valueAt(book, ['pages', 'min']) ?? 1)
  const [asked] = useDebouncedValue(JSON.stringify({ book, pageCount }), delayMs)
  const { data } = useQuery({
    queryKey: ['staff', 'book-measures', asked],
    queryFn: () =>
      api.POST('/staff/operator-data/book-measures', {
        body: JSON.parse(asked) as { book: Record<string, unknown>; pageCount: number },
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (data === undefined) return null
  return (
    <Section title={t('Cover and page, to scale')} about={t('As in the templates and checks of this draft.')}>
      {data === null ? (
        <Muted>{t('No drawing: the book has mistakes.')}</Muted>
      ) : (
        <Stack gap="md">
          <NumberInput
            label={t('Page count of the drawing')}
            value={pageCount}
            onChange={value => setChosen(typeof value === 'number' && value > 0 ? value : null)}
            min={1}
            max={2000}
            allowDecimal={false}
            w={220}
          />
          <Drawings cover={data.cover} pages={data.pages} />
        </Stack>
      )}
    </Section>
  )
}

type Side = { trim: Area; safe: Area; gutter: Area | null; punch: Area | null }
type Measures = {
  cover: {
    width: number
    height: number
    spine: number
    flap: number
    punch: number
    trim: Area
    spineArea: Area | null
    hingeBack: Area | null
    hingeFront: Area | null
    flapBack: Area | null
    flapFront: Area | null
    punchBack: Area | null
    punchFront: Area | null
    safeBack: Area
    safeSpine: Area | null
    safeFront: Area
    safeFlapBack: Area | null
    safeFlapFront: Area | null
    barcode: Area
  }
  pages: {
    width: number
    height: number
    gutter: number
    punch: number
    bindingEdge: 'left' | 'right'
    recto: Side
    verso: Side
  }
}

function Drawings({ cover, pages }: Measures) {
  const shapes: Shape[] = [
    { kind: 'trim', area: cover.trim },
    { kind: 'spine', area: cover.spineArea },
    ...shapesOf('hinge', cover.hingeBack, cover.hingeFront),
    ...shapesOf('flap', cover.flapBack, cover.flapFront),
    ...shapesOf('punch', cover.punchBack, cover.punchFront),
    ...shapesOf('safe', cover.safeFlapBack, cover.safeBack, cover.safeSpine, cover.safeFront, cover.safeFlapFront),
    { kind: 'barcode', area: cover.barcode },
  ]
  const isFromRight = pages.bindingEdge === 'right'
  const { trim, safe, gutter, punch } = isFromRight ? pages.verso : pages.recto
  const page: Shape[] = [
    { kind: 'trim', area: trim },
    { kind: 'gutter', area: gutter },
    { kind: 'punch', area: punch },
    { kind: 'safe', area: safe },
  ]
  // Both have the same scale.
  const share = (width: number) => `${(width / (cover.width + pages.width)) * 96}%`
  const details = [
    ...(cover.spine > 0 ? [t('spine {width} in', { width: inches(cover.spine) })] : [t('no spine')]),
    ...(cover.flap > 0 ? [t('flaps {width} in', { width: inches(cover.flap) })] : []),
    ...(cover.punch > 0 ? [t('punch margin {width} in', { width: inches(cover.punch) })] : []),
  ]
  return (
    <Group align="flex-start" justify="space-between" gap={0} wrap="nowrap">
      <Drawing name={t('Open cover')} size={cover} shapes={shapes} width={share(cover.width)} details={details} />
      <Drawing
        name={isFromRight ? t('Left-hand page') : t('Right-hand page')}
        size={pages}
        shapes={page}
        width={share(pages.width)}
        details={pages.gutter > 0 ? [t('gutter {width} in', { width: inches(pages.gutter) })] : []}
      />
    </Group>
  )
}

const shapesOf = (kind: string, ...areas: (Area | null)[]): Shape[] => areas.map(area => ({ kind, area }))

type DrawingProps = {
  name: string
  size: { width: number; height: number }
  shapes: Shape[]
  width: string
  details: string[]
}

function Drawing({ name, size: { width, height }, shapes, width: share, details }: DrawingProps) {
  const text = [t('{width} × {height} in', { width: inches(width), height: inches(height) }), ...details].join(', ')
  return (
    <figure className={classes.drawing} style={{ width: share }}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${name}, ${text}`}>
        <rect data-area="bleed" width={width} height={height} />
        {shapes.map(({ kind, area }, i) =>
          area === null ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a drawing keep their places
              key={i}
              data-area={kind}
              x={area.x}
              y={height - area.y - area.height}
              width={area.width}
              height={area.height}
            />
          ),
        )}
      </svg>
      <figcaption>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </figcaption>
    </figure>
  )
}

const lengths = new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 3, useGrouping: false })
const inches = (value: number): string => lengths.format(value)
