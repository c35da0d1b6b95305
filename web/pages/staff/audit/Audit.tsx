// The audit log of all accounts: actions, who performed them, and why. It cannot be changed.

import { Group, Paper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ScrollText } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { SearchField } from '../../../components/forms/SearchField.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Email, Time } from '../../../components/layout/Values.tsx'
import { DetailText, SubjectText } from '../../../components/staff/AuditTable.tsx'
import { detailTexts } from '../../../components/staff/auditDetails.ts'
import { StaffActionName, staffActionOptions } from '../../../components/staff/StaffActionName.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { AccountFilter, narrowAccount } from '../../../shell/lists/AccountSelect.tsx'
import { FilterSelect } from '../../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { TimeFilters, timeFilterNames, timeQueryOf } from '../../../shell/lists/timeFilters.tsx'
import classes from './Audit.module.css'

type Entry = ResponseBody<'/staff/audit'>['entries'][number]

const filterNames = ['accountId', 'action', 'by'] as const
type Filters = { [name in (typeof filterNames)[number]]?: string }

const columns: Column<Entry>[] = [
  { title: t('Action'), cell: StaffActionName },
  { title: t('Subject'), cell: entry => <Subject entry={entry} /> },
  { title: t('Reason and details'), cell: Details },
  { title: t('By'), cell: entry => <By {...entry} /> },
  { title: t('When'), cell: entry => <Time at={entry.at} /> },
]

/** An order and a quote lead to their pages; beneath it, its account. */
function Subject({ entry }: { entry: Entry }) {
  const { action, accountId, subject, customerOrderId, details } = entry
  if (accountId === null || subject === null) return <SubjectText {...entry} />
  if (subject === accountId || action === 'account_created') return <AccountOf entry={entry} />
  return (
    <div>
      {customerOrderId !== null ? (
        <OrderLink order={{ ...entry, accountId, customerOrderId }} />
      ) : subject.startsWith('quo_') ? (
        <AppLink to={`/quotes/${encodeURIComponent(accountId)}/${details.mode}/${subject}`}>{t('Quote')}</AppLink>
      ) : (
        <SubjectText {...entry} />
      )}
      <Text size="xs" component="div">
        <AccountOf entry={entry} />
      </Text>
    </div>
  )
}

const AccountOf = ({ entry: { accountId, accountName } }: { entry: Entry }) => (
  <span title={accountId ?? undefined}>
    <AccountLink accountId={accountId ?? ''} name={accountName ?? t('A removed account')} />
  </span>
)

function Details({ details }: Entry) {
  const { reason } = details
  return (
    <div>
      {typeof reason === 'string' ? <div className="wrap">{reason}</div> : null}
      <DetailText details={details} />
    </div>
  )
}

/** A key has a label and a person an email address, if they still exist; the id is there for look-ups. */
const By = ({ by, byEmail, actor }: Entry) => (
  <div title={actor}>
    <span className="wrap">{by}</span>
    {byEmail === null ? null : (
      <Text size="xs" c="dimmed">
        <Email>{byEmail}</Email>
      </Text>
    )}
  </div>
)

/** On tablets and phones, where five columns of texts are too narrow to read. */
const Card = ({ entry }: { entry: Entry }) => (
  <Paper component="li" withBorder p="md" radius="md">
    <div className={classes.head}>
      <StaffActionName action={entry.action} />
      <Text span size="sm" c="dimmed" className={classes.when}>
        <Time at={entry.at} />
      </Text>
    </div>
    <Subject entry={entry} />
    {hasDetails(entry) ? <Details {...entry} /> : null}
    <div className={classes.by}>
      <Text span size="sm" c="dimmed">
        {t('by [[a person]]')}
      </Text>
      <By {...entry} />
    </div>
  </Paper>
)

const hasDetails = ({ details }: Entry) => typeof details.reason === 'string' || detailTexts(details).length > 0

export function Page() {
  const [filters, setFilters] = useFilters()
  const query = { ...namedFilters<Filters>(filters, filterNames), ...timeQueryOf(filters) }
  const isNarrow = useMediaQuery('(max-width: 80em)', false, { getInitialValueInEffect: false })
  return (
    <PageFrame title={t('Audit log')}>
      <Group mb="md" gap="xs">
        <FilterSelect
          name="action"
          label={t('Action')}
          all={t('All actions')}
          clear={t('Clear action')}
          data={staffActionOptions}
          searchable
          style={narrowAccount}
        />
        <div style={narrowAccount}>
          <SearchField
            label={t('Person or key')}
            placeholder={t('Person or key')}
            maxLength={100}
            value={filters.by ?? ''}
            find={by => setFilters({ by })}
          />
        </div>
        <AccountFilter style={narrowAccount} />
        <TimeFilters />
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'audit'], query, query => api.GET('/staff/audit', { params: { query } }))}
        rowsOf={page => page.entries}
        label={t('Audit log')}
        columns={columns}
        keyOf={entry => entry.auditId}
        exportOf="/staff/audit"
        cards={
          isNarrow
            ? entries => (
                <ul className={classes.cards} aria-label={t('Audit log')}>
                  {entries.map(entry => (
                    <Card key={entry.auditId} entry={entry} />
                  ))}
                </ul>
              )
            : undefined
        }
        noMatch={{
          of: [...filterNames, ...timeFilterNames],
          title: t('No matching entries'),
          text: t('No entries match these filters.'),
        }}
        empty={{
          icon: ScrollText,
          title: t('No entries yet'),
          text: t(
            'Changes to accounts, orders, certificates and printers are recorded here with who made them and why.',
          ),
        }}
      />
    </PageFrame>
  )
}
