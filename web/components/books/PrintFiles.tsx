// Print files: findings in words, what to do about them, and pictures of the first pages.

import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { BookOpen, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'
import { AppLink, LinkButton } from '../layout/AppLink.tsx'
import { Details } from '../layout/Details.tsx'
import { number } from '../layout/Values.tsx'
import classes from './PrintFiles.module.css'

/** The service returns the same object for an order, a job and a product. */
export type PrintFile = ResponseBody<'/products/{sku}/files'>['files'][number]
type Finding = PrintFile['findings'][number]

const partNames = { cover: t('Cover'), guts: t('Pages [[of a book]]') } as const
const severityLooks = {
  error: { color: 'red', icon: CircleAlert },
  warning: { color: 'orange', icon: TriangleAlert },
  info: { color: 'blue', icon: Info },
} as const

const severities = Object.keys(severityLooks)
const bySeverity = (a: Finding, b: Finding) => severities.indexOf(a.severity) - severities.indexOf(b.severity)

export const notCheckedYet = t('Not checked yet')

type Props = {
  files: PrintFile[]
  /** The path of the screen with all pages, if there is one. */
  book?: string
  uncheckedText?: string
  actions?: (file: PrintFile) => ReactNode
  /** Shown below a file that cannot be printed. */
  help?: ReactNode
}

export const PrintFiles = ({ files, book, uncheckedText = notCheckedYet, actions, help }: Props) => (
  <Stack gap="lg">
    {files.map(file => (
      <div key={file.part}>
        <Group gap="xs" mb="xs">
          <Text fw={500}>{partNames[file.part]}</Text>
          <Badge color="gray">{file.source === 'upload' ? t('Uploaded') : t('From URL')}</Badge>
          <Text size="sm" c="dimmed">
            {[
              file.pageCount === null
                ? null
                : t('{count, plural, one {# page} other {# pages}}', { count: file.pageCount }),
              file.bytes === null ? null : sizeOf(file.bytes),
            ]
              .filter(Boolean)
              .join(', ') || uncheckedText}
          </Text>
          {actions?.(file)}
        </Group>
        {file.findings.toSorted(bySeverity).map(finding => (
          <FindingBox key={`${finding.code} ${finding.pages} ${finding.got}`} finding={finding} />
        ))}
        {help !== undefined && file.findings.some(({ severity }) => severity === 'error') ? (
          <Text size="sm" mb="xs">
            {help}
          </Text>
        ) : null}
        {file.previews.length > 0 ? (
          <div className={classes.previews}>
            {file.previews.map(({ n, page, url }) => {
              const alt = t('{part}, page {page}', { part: partNames[file.part], page })
              const picture = <img key={n} src={pathOf(url)} alt={alt} loading="lazy" className={classes.preview} />
              return book === undefined ? (
                picture
              ) : (
                <AppLink key={n} to={book} search={searchOf(file.part, page)} className={classes.link}>
                  {picture}
                </AppLink>
              )
            })}
          </div>
        ) : null}
      </div>
    ))}
    {book !== undefined && files.some(({ previews }) => previews.length > 0) ? (
      <div>
        <LinkButton to={book} variant="default" size="xs" leftSection={<BookOpen size={15} />}>
          {t('View all pages')}
        </LinkButton>
      </div>
    ) : null}
    <Legend of={new Set(files.flatMap(({ lines }) => lines))} />
  </Stack>
)

const searchOf = (part: PrintFile['part'], page: number): Record<string, string> =>
  part === 'cover' ? { view: 'cover' } : { page: String(page) }

type Line = PrintFile['lines'][number]

/** The lines that the service draws into its pictures. */
const lineNames: Record<Line, string> = {
  trim: t('Trim'),
  bleed: t('Bleed'),
  safe: t('Safe area'),
  fold: t('Fold'),
  problem: t('Problem'),
}

const Legend = ({ of }: { of: ReadonlySet<Line> }) =>
  of.size === 0 ? null : (
    <ul className={classes.legend} aria-label={t('Lines in the previews')}>
      {(Object.keys(lineNames) as Line[])
        .filter(line => of.has(line))
        .map(line => (
          <li key={line} data-line={line}>
            {lineNames[line]}
          </li>
        ))}
    </ul>
  )

function FindingBox({ finding }: { finding: Finding }) {
  const { severity, message, fix } = finding
  const { color, icon: Icon } = severityLooks[severity]
  const extra = extraDetails(finding)
  return (
    <Alert color={color} icon={<Icon size={18} />} mb="xs" title={message}>
      {extra.length > 0 ? <Details rows={extra} /> : null}
      <Text size="sm" className="wrap" mt={extra.length > 0 ? 'xs' : 0}>
        {fix}
      </Text>
    </Alert>
  )
}

/** The values that the message above does not contain. */
const extraDetails = ({ message, pages, got, expected, tolerance }: Finding): [name: string, value: string][] =>
  [
    { name: t('Pages'), value: pages, shown: pages },
    { name: t('Found'), value: got, shown: got },
    {
      name: t('Expected'),
      value: expected,
      shown:
        expected === null || tolerance === null
          ? expected
          : t('{value} (may differ by {tolerance})', { value: expected, tolerance }),
    },
  ].flatMap(({ name, value, shown }) =>
    value === null || message.includes(value) ? [] : [[name, `${shown}`] as [string, string]],
  )

/** Pictures are loaded from the page's own origin, even if the service is configured with another address. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1000))} kB` : `${number(Math.round(bytes / 100_000) / 10)} MB`
