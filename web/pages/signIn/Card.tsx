// The frame of the pages before a session: a card, beside a shelf of books where there is room.

import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { brand } from '../../brand.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { LanguageLinks } from '../../components/layout/LanguageLinks.tsx'
import { Logo } from '../../components/layout/Logo.tsx'
import { usePageTitle } from '../../components/layout/pageTitle.ts'
import { t } from '../../language.ts'
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
        <Logo height={44} maxWidth={280} alt={brand.name} />
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
        <LanguageLinks />
        <Imprint />
      </main>
    </div>
  )
}

/** Of `rich`: an address in bold. */
export const strong = (text: ReactNode) => <strong className="wrap">{text}</strong>

function Imprint() {
  const { supportAddress, legalLines } = brand
  if (supportAddress === null && legalLines.length === 0) return null
  return (
    <Text component="div" size="xs" c="dimmed" ta="center">
      {supportAddress === null ? null : (
        <div>
          {t('Questions?')} <Anchor href={`mailto:${supportAddress}`}>{supportAddress}</Anchor>
        </div>
      )}
      {legalLines.map(line => (
        <div key={line} className="wrap">
          {line}
        </div>
      ))}
    </Text>
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

export const BackToSignIn = () => (
  <AppLink to="/sign-in" size="sm" ta="center">
    {t('Back to sign-in')}
  </AppLink>
)
