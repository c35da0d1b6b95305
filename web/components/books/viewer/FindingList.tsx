// The findings in the files of a book: choosing a finding turns to its page.

import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { t } from '../../../language.ts'
import { type Book, type BookFile, type Finding, pagesOfFinding } from './book.ts'
import classes from './FindingList.module.css'

const looks = {
  error: { color: 'var(--mantine-color-error)', icon: CircleAlert, label: t('Error') },
  warning: { color: 'var(--octavo-attention)', icon: TriangleAlert, label: t('Warning') },
  info: { color: 'var(--octavo-working)', icon: Info, label: t('Note') },
} as const
const severities = Object.keys(looks)

/** A finding of a file, with its page that is shown. */
export type Chosen = { part: BookFile['part']; finding: Finding; page: number }

/** Further pages of a finding are reached from its first ones. */
const maxPageButtons = 12

type Props = { book: Book; chosen: Chosen | null; choose(chosen: Chosen): void }

export function FindingList({ book, chosen, choose }: Props) {
  const all = book.files
    .flatMap(file => file.findings.map(finding => ({ file, finding })))
    .sort((a, b) => severities.indexOf(a.finding.severity) - severities.indexOf(b.finding.severity))
  return (
    <ul className={classes.list}>
      {all.map(({ file, finding }) => {
        const { part } = file
        const pages = file.pageCount === null ? [] : pagesOfFinding(file, finding)
        const isChosen = chosen?.part === part && chosen.finding === finding
        const { icon: Icon, color, label } = looks[finding.severity]
        const first = finding.place?.page ?? pages[0] ?? 1
        return (
          <li key={`${part} ${finding.code} ${finding.pages} ${finding.got}`} data-chosen={isChosen || undefined}>
            <UnstyledButton
              className={classes.finding}
              aria-pressed={isChosen}
              disabled={file.pageCount === null}
              onClick={() => choose({ part, finding, page: first })}
            >
              <Icon size={16} color={color} className={classes.icon} aria-label={label} />
              <span className={classes.text}>
                <Text span size="sm" className="wrap">
                  {finding.message}
                </Text>
                <Text span size="xs" c="dimmed">
                  {part === 'cover'
                    ? t('Cover')
                    : finding.pages === null
                      ? t('Pages [[of a book]]')
                      : pagesLabel(finding.pages)}
                </Text>
              </span>
            </UnstyledButton>
            {isChosen ? (
              <div className={classes.more}>
                <Text size="sm" c="dimmed" className="wrap">
                  {finding.fix}
                </Text>
                {part === 'guts' && pages.length > 1 ? (
                  <Group gap={4} mt="xs" role="group" aria-label={t('Pages of this finding')}>
                    {pages.slice(0, maxPageButtons).map(page => (
                      <Button
                        key={page}
                        size="compact-xs"
                        variant={page === chosen.page ? 'filled' : 'default'}
                        aria-label={t('Page {page}', { page })}
                        aria-pressed={page === chosen.page}
                        onClick={() => choose({ part, finding, page })}
                      >
                        {page}
                      </Button>
                    ))}
                  </Group>
                ) : null}
              </div>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

const pagesLabel = (pages: string): string =>
  /^\d+$/.test(pages) ? t('Page {pages}', { pages }) : t('Pages {pages}', { pages })
