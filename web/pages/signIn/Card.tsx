// The frame of the pages before a session: a card, beside a shelf of books where there is room.

import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../components/layout/pageTitle.ts'
import icon from '../../icon.svg'
import classes from './Card.module.css'

type Props = { title: string; inTab?: string; about?: ReactNode; children: ReactNode }

export function SignInCard({ title, inTab = title, about, children }: Props) {
  usePageTitle(inTab)
  return (
    <div className={classes.ground}>
      <div className={classes.cloth} aria-hidden>
        <Spines />
      </div>
      <main className={classes.column}>
        <img src={icon} width={44} height={44} alt="Octavo" />
        <Paper p="xl" w="100%" shadow="xs">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {about ? (
                <Text c="dimmed" mt={4}>
                  {about}
                </Text>
              ) : null}
            </div>
            {children}
          </Stack>
        </Paper>
      </main>
    </div>
  )
}

/** In points of the drawing: books of different formats stand on one board. */
const books = [
  { width: 34, height: 210, look: 'paper' },
  { width: 22, height: 176, look: 'blue' },
  { width: 46, height: 236, look: 'rubric' },
  { width: 28, height: 196, look: 'cream' },
  { width: 18, height: 160, look: 'blue' },
  { width: 40, height: 222, look: 'cream' },
  { width: 26, height: 184, look: 'rubric' },
  { width: 52, height: 204, look: 'paper' },
  { width: 20, height: 168, look: 'cream' },
  { width: 36, height: 228, look: 'blue' },
]
const boardY = 260
const gap = 3

function Spines() {
  let x = 12
  const placed = books.map(book => {
    const at = x
    x += book.width + gap
    return { ...book, x: at, y: boardY - book.height }
  })
  return (
    <svg viewBox={`0 0 ${x + 9} 280`} className={classes.spines} role="presentation">
      {placed.map(({ x, y, width, height, look }) => (
        <g key={x} className={classes[look]}>
          <rect x={x} y={y} width={width} height={height} rx="2" />
          <path
            d={`M${x} ${y + 16}h${width}M${x} ${y + height - 22}h${width}M${x + width / 2} ${y + 34}v${height * 0.4}`}
          />
        </g>
      ))}
      <path d={`M4 ${boardY + 2}H${x + 5}`} className={classes.board} />
    </svg>
  )
}
