// The audit log of all accounts: actions, who performed them, and why. It cannot be changed.

import { Group, Paper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ScrollText } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { ExportButtons, exportUrl } from '../../../components/layout/ExportButtons.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedRows } from '../../../components/layout/PagedRows.tsx'
import { Email, Time } from '../../../components/layout/Values.tsx'
import { DetailText, detailTexts, Id, SubjectText } from '../../../components/staff/AuditTable.tsx'
import { StaffActionName } from '../../../components/staff/StaffActionName.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { AccountFilter, narrowAccount } from '../../../shell/lists/AccountSelect.tsx'
import { ListEmpty } from '../../../shell/lists/ListScreen.tsx'
import { TimeFilters, timeFilterNames, timeQueryOf } from '../../../shell/lists/timeFilters.tsx'
import classes from './Audit.module.css'

type Entry = ResponseBody<'/staff/audit'>['entries'][number]

const columns: Column<Entry>[] = [
  { title: t('Action'), cell: StaffActionName },
  { title: t('Subject'), cell: entry => <Subject entry={entry} /> },
  { title: t('Reason and details'), cell: Details },
  { title: t('By'), cell: entry => <By {...entry} /> },
  { title: t('When'), cell: entry => <Time at={entry.at} /> },
]

/** Actions on orders have the order's identifier as their subject, actions on accounts the account's id. */
function Subject({ entry }: { entry: Entry }) {
  const { action, accountId, subject, details } = entry
  if (accountId === null || subject === null) return <SubjectText {...entry} />
  if (subject === accountId || action === 'account_created') {
    return (
      <div>
        <AccountOf entry={entry} />
        <Id>{accountId}</Id>
      </div>
    )
  }
  const order = /^(order|approval)_/.test(action) ? subject : details.customerOrderId
  return (
    <div>
      {typeof order === 'string' ? (
        <OrderLink order={{ accountId, customerOrderId: order }} />
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
    <AccountLink accountId={accountId ?? ''} name={accountName ?? accountId ?? ''} />
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
  const [filters] = useFilters()
  const query = { ...namedFilters<{ accountId?: string }>(filters, ['accountId']), ...timeQueryOf(filters) }
  const isNarrow = useMediaQuery('(max-width: 80em)', false, { getInitialValueInEffect: false })
  const log = usePages(['staff', 'audit'], query, cursor =>
    api.GET('/staff/audit', { params: { query: { ...query, ...cursor } } }),
  )
  return (
    <PageFrame title={t('Audit log')}>
      <Group mb="md" gap="xs">
        <AccountFilter style={narrowAccount} />
        <TimeFilters />
        <Group gap="xs" ml="auto">
          <ExportButtons urlOf={format => exportUrl('/staff/audit', query, format)} />
        </Group>
      </Group>
      <PagedRows
        of={log}
        rowsOf={page => page.entries}
        empty={
          <ListEmpty
            noMatch={{
              of: ['accountId', ...timeFilterNames],
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
        }
      >
        {entries =>
          isNarrow ? (
            <>
              <ul className={classes.cards} aria-label={t('Audit log')}>
                {entries.map(entry => (
                  <Card key={entry.auditId} entry={entry} />
                ))}
              </ul>
              <LoadMore of={log} />
            </>
          ) : (
            <List
              label={t('Audit log')}
              rows={entries}
              columns={columns}
              keyOf={entry => entry.auditId}
              below={<LoadMore of={log} />}
            />
          )
        }
      </PagedRows>
    </PageFrame>
  )
}
