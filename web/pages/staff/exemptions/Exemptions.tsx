// Exemption papers that wait for a decision. A paper comes from a customer, so it is never opened here: it is
// downloaded, and the service sends it sandboxed and as an attachment.

import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileBadge, FileWarning } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../../../api.ts'
import type { Exemption } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { AccountLink } from '../../../components/StaffLinks.tsx'
import { said } from '../../../components/toast.ts'
import { Ago } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'

export function Page() {
  const waiting = useInfiniteQuery({
    queryKey: ['staff', 'exemptions'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(api.GET('/staff/exemptions', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } } })),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = waiting.data?.pages.flatMap(page => page.exemptions) ?? []
  return (
    <PageFrame
      title="Exemption papers"
      about="Approved papers exempt an account’s later orders from sales tax in that state."
    >
      {waiting.isPending ? <RowsSkeleton rows={3} /> : null}
      {waiting.error ? <Failure error={waiting.error} retry={() => waiting.refetch()} /> : null}
      {waiting.data && rows.length === 0 ? (
        <Empty icon={FileBadge} title="No papers to review">
          Papers that customers submit wait here, oldest first. Decided papers are on the page of their account.
        </Empty>
      ) : null}
      <Stack gap="md">
        {rows.map(one => (
          <One key={one.exemptionId} exemption={one} />
        ))}
      </Stack>
      <More of={waiting} />
    </PageFrame>
  )
}

const kinds = { 'application/pdf': 'PDF', 'image/png': 'PNG picture', 'image/jpeg': 'JPEG picture' }

function One({ exemption }: { exemption: Exemption }) {
  const { accountId, exemptionId, state, mediaType, sizeBytes, createdAt, hasFile } = exemption
  const [deciding, setDeciding] = useState<'approve' | 'refuse' | null>(null)
  const account = useQuery({
    queryKey: ['staff', 'account', accountId],
    queryFn: () => ask(api.GET('/staff/accounts/{accountId}', { params: { path: { accountId } } })),
  })
  const name = account.data?.name ?? accountId
  return (
    <Paper p="md">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Text fw={500} className="wrap">
            {state} · <AccountLink accountId={accountId} name={name} />
          </Text>
          <Text size="sm" c="dimmed">
            {kinds[mediaType]}, {Math.max(1, Math.round(sizeBytes / 1000))} kB, submitted <Ago at={createdAt} />
          </Text>
        </div>
        <Group gap="xs" className="fill">
          {hasFile ? (
            <Button
              component="a"
              href={`/staff/exemptions/${encodeURIComponent(accountId)}/${encodeURIComponent(exemptionId)}/file`}
              download
              variant="default"
              leftSection={<Download size={15} />}
            >
              Download the paper
            </Button>
          ) : (
            <Group gap={4} c="dimmed">
              <FileWarning size={15} aria-hidden /> file deleted
            </Group>
          )}
          <Button variant="default" onClick={() => setDeciding('refuse')}>
            Refuse
          </Button>
          <Button onClick={() => setDeciding('approve')}>Approve</Button>
        </Group>
      </Group>
      {deciding === null ? null : (
        <Decide exemption={exemption} name={name} decision={deciding} close={() => setDeciding(null)} />
      )}
    </Paper>
  )
}

type DecideProps = { exemption: Exemption; name: string; decision: 'approve' | 'refuse'; close: () => void }

function Decide({ exemption: { accountId, exemptionId, state }, name, decision, close }: DecideProps) {
  const queries = useQueryClient()
  const [expiresOn, setExpiresOn] = useState('')
  const decide = useAct({
    mutationFn: (reason: string) => {
      const params = { path: { accountId, exemptionId } }
      const path = '/staff/exemptions/{accountId}/{exemptionId}'
      return decision === 'approve'
        ? ask(api.POST(`${path}/approve`, { params, body: { expiresOn, reason } }))
        : ask(api.POST(`${path}/refuse`, { params, body: { reason } }))
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said(decision === 'approve' ? `Approved until ${expiresOn}` : 'Refused: the holder gets the reason by e-mail')
      close()
    },
  })
  return (
    <ReasonDialog
      title={`${decision === 'approve' ? 'Approve' : 'Refuse'}: ${state}, ${name}`}
      text={
        decision === 'approve'
          ? `From now on, orders of ${name} to ${state} are priced without sales tax. Check the name, the state, the signature and the last day.`
          : 'Orders are still taxed. The holder can submit other papers.'
      }
      yes={decision === 'approve' ? 'Approve' : 'Refuse'}
      readBy={decision === 'approve' ? 'For the audit log: what you checked.' : 'The holder reads it in the e-mail.'}
      danger={decision === 'refuse' || undefined}
      error={decide.error}
      isPending={decide.isPending}
      isReady={decision === 'refuse' || expiresOn !== ''}
      act={reason => decide.mutate(reason)}
      close={close}
    >
      {decision === 'approve' ? (
        <TextInput
          type="date"
          label="Valid until"
          description="The last day according to the paper"
          required
          value={expiresOn}
          onChange={event => setExpiresOn(event.currentTarget.value)}
        />
      ) : undefined}
    </ReasonDialog>
  )
}
