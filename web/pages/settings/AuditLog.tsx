// The actions in the account and who performed them, newest first.

import { Group } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import { api, type ResponseBody } from '../../api.ts'
import type { Column } from '../../components/layout/List.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { ActionName, DetailText, SubjectText } from '../../components/staff/AuditTable.tsx'
import { t } from '../../language.ts'
import { useFilters } from '../../shell/frame/mode.ts'
import { ListScreen, pagesOf } from '../../shell/lists/ListScreen.tsx'
import { TimeFilters, timeFilterNames, timeQueryOf } from '../../shell/lists/timeFilters.tsx'

type Entry = ResponseBody<'/dashboard/api/audit'>['entries'][number]

const Subject = (entry: Entry) => (entry.subject?.startsWith('acc_') ? named(entry) : <SubjectText {...entry} />)
const named = ({ details }: Entry) => (typeof details.name === 'string' ? details.name : t('This account'))

const columns: Column<Entry>[] = [
  { title: t('Action'), cell: ActionName },
  { title: t('Subject'), cell: Subject },
  { title: t('Details'), cell: DetailText, wideOnly: true },
  { title: t('By'), cell: entry => <span className="wrap">{entry.by}</span> },
  { title: t('When'), cell: entry => <Time at={entry.at} /> },
]

export function AuditLog() {
  const [filters] = useFilters()
  const query = timeQueryOf(filters)
  return (
    <>
      <Group mb="md" gap="xs">
        <TimeFilters />
      </Group>
      <ListScreen
        of={pagesOf(['audit'], query, query => api.GET('/dashboard/api/audit', { params: { query } }))}
        rowsOf={page => page.entries}
        label={t('Audit log')}
        columns={columns}
        keyOf={({ auditId }) => auditId}
        exportOf="/dashboard/api/audit"
        noMatch={{
          of: timeFilterNames,
          title: t('No matching entries'),
          text: t('No entries match these filters.'),
        }}
        empty={{
          icon: ScrollText,
          title: t('No entries yet'),
          text: t(
            'Changes to keys, products, cards, secrets and roles are recorded here with who made them. Entries can’t be removed.',
          ),
        }}
      />
    </>
  )
}
