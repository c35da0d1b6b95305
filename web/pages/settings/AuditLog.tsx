// What was done in the account, and by whom, newest first.

import { ScrollText } from 'lucide-react'
import { type Answer, api, ask } from '../../api.ts'
import { DetailText, SubjectText, What } from '../../components/audit.tsx'
import { Empty } from '../../components/Empty.tsx'
import type { Column } from '../../components/List.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { Time } from '../../components/Values.tsx'
import { usePages } from '../../shell/pages.ts'

type Entry = Answer<'/dashboard/api/audit'>['entries'][number]

/** Nobody knows their own account by its id. */
const Subject = (entry: Entry) => (entry.subject?.startsWith('acc_') ? named(entry) : <SubjectText {...entry} />)
const named = ({ details }: Entry) => (typeof details.name === 'string' ? details.name : 'This account')

const columns: Column<Entry>[] = [
  { title: 'What', cell: What },
  { title: 'Subject', cell: Subject },
  { title: 'Details', cell: DetailText, wideOnly: true },
  { title: 'By', cell: entry => <span className="wrap">{entry.by}</span> },
  { title: 'When', cell: entry => <Time at={entry.at} /> },
]

export function AuditLog() {
  const pages = usePages(['audit'], cursor => ask(api.GET('/dashboard/api/audit', { params: { query: cursor } })))
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.entries}
      label="Audit log"
      columns={columns}
      keyOf={({ auditId }) => auditId}
      empty={
        <Empty icon={ScrollText} title="No entries yet">
          Every change of a key, product, card, secret or role is recorded here with its author. Entries cannot be
          removed.
        </Empty>
      }
    />
  )
}
