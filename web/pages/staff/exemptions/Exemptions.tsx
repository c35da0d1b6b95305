// Tax exemption certificates that wait for a decision. A certificate comes from a customer, so it is never opened here:
// it is downloaded, and the service sends it sandboxed and as an attachment.

import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { Download, FileBadge, FileWarning } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { ExemptionOfAccount as Exemption } from '../../../apiTypes.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedRows } from '../../../components/layout/PagedRows.tsx'
import { dayText, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { AccountLink, accountColumn } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { ScreenTabs } from '../../../shell/frame/ScreenTabs.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useStaffNotes } from '../../../shell/orders/staffNotes.ts'
import { useMay } from '../../../shell/session/session.ts'

export const Page = () => (
  <PageFrame
    title={t('Tax exemption certificates')}
    about={t('An approved certificate exempts an account’s new orders from sales tax in that state.')}
  >
    <ScreenTabs
      tabs={[
        { tab: 'waiting', name: t('To review'), content: <Waiting /> },
        { tab: 'expiring', name: t('Expiring soon'), content: <Expiring /> },
      ]}
    />
  </PageFrame>
)

const expiringColumns: Column<Exemption>[] = [
  accountColumn,
  { title: t('State'), cell: ({ state }) => state },
  { title: t('Expires'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt!} /> },
]

const Expiring = () => (
  <ListScreen
    of={pagesOf(['staff', 'exemptions', 'expiring'], {}, query =>
      api.GET('/staff/exemptions', { params: { query: { ...query, expiring: true } } }),
    )}
    rowsOf={page => page.exemptions}
    label={t('Expiring soon')}
    columns={expiringColumns}
    keyOf={({ exemptionId }) => exemptionId}
    empty={{
      icon: FileBadge,
      title: t('No certificates expire soon'),
      text: t(
        'Certificates that expire within 30 days, or have expired, appear here until the customer uploads a new one.',
      ),
    }}
  />
)

function Waiting() {
  const waiting = usePages(['staff', 'exemptions'], undefined, cursor =>
    api.GET('/staff/exemptions', { params: { query: cursor } }),
  )
  return (
    <PagedRows
      of={waiting}
      rowsOf={page => page.exemptions}
      skeletonRows={3}
      empty={
        <EmptyState icon={FileBadge} title={t('No certificates to review')}>
          {t(
            'Certificates that customers upload appear here, oldest first. Decided certificates are on the account page.',
          )}
        </EmptyState>
      }
    >
      {rows => (
        <>
          <Stack gap="md">
            {rows.map(exemption => (
              <CertificateCard key={exemption.exemptionId} exemption={exemption} />
            ))}
          </Stack>
          <LoadMore of={waiting} />
        </>
      )}
    </PagedRows>
  )
}

const kinds = { 'application/pdf': 'PDF', 'image/png': t('PNG image'), 'image/jpeg': t('JPEG image') }

function CertificateCard({ exemption }: { exemption: Exemption }) {
  const { accountId, accountName: name, exemptionId, state, mediaType, sizeBytes, createdAt, hasFile } = exemption
  const [deciding, setDeciding] = useState<'approve' | 'refuse' | null>(null)
  const mayDecide = useMay('money')
  return (
    <Paper p="md">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Text fw={500} className="wrap">
            {state} · <AccountLink accountId={accountId} name={name} />
          </Text>
          <Text size="sm" c="dimmed">
            {rich('{kind}, {size} kB, uploaded {time}', {
              kind: kinds[mediaType],
              size: number(Math.max(1, Math.round(sizeBytes / 1000))),
              time: <RelativeTime at={createdAt} />,
            })}
          </Text>
        </div>
        <Group gap="xs" className="fillRow">
          {hasFile ? (
            <Button
              component="a"
              href={`/staff/exemptions/${encodeURIComponent(accountId)}/${encodeURIComponent(exemptionId)}/file`}
              download
              variant="default"
              leftSection={<Download size={15} />}
            >
              {t('Download certificate')}
            </Button>
          ) : (
            <Group gap={4} c="dimmed">
              <FileWarning size={15} aria-hidden /> {t('File deleted')}
            </Group>
          )}
          {mayDecide ? (
            <>
              <Button variant="default" onClick={() => setDeciding('refuse')}>
                {t('Decline')}
              </Button>
              <Button onClick={() => setDeciding('approve')}>{t('Approve [[certificate]]')}</Button>
            </>
          ) : null}
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
  const [expiresOn, setExpiresOn] = useState('')
  const declineNotes = useStaffNotes('decline_certificate')
  const decide = useAction({
    mutationFn: (reason: string) => {
      const params = { path: { accountId, exemptionId } }
      const path = '/staff/exemptions/{accountId}/{exemptionId}'
      return decision === 'approve'
        ? api.POST(`${path}/approve`, { params, body: { expiresOn, reason } })
        : api.POST(`${path}/refuse`, { params, body: { reason } })
    },
    refetch: ['staff'],
    done: () =>
      decision === 'approve'
        ? t('Approved until {day}', { day: dayText(expiresOn) })
        : t('Declined. The account holder was notified by email.'),
    close,
  })
  return (
    <ReasonDialog
      title={
        decision === 'approve'
          ? t('Approve: {state}, {name}', { state, name })
          : t('Decline: {state}, {name}', { state, name })
      }
      text={
        decision === 'approve'
          ? t(
              'New orders from {name} to {state} will be priced without sales tax. Check the name, state, signature and expiration date first.',
              { name, state },
            )
          : t('Orders will still be taxed. The account holder can upload another certificate.')
      }
      confirmLabel={decision === 'approve' ? t('Approve [[certificate]]') : t('Decline')}
      reasonHint={
        decision === 'approve'
          ? t('Recorded in the audit log. Describe what you checked.')
          : t('Sent to the account holder by email.')
      }
      danger={decision === 'refuse' || undefined}
      notes={decision === 'refuse' ? declineNotes : []}
      action={decide}
      isReady={decision === 'refuse' || expiresOn !== ''}
      close={close}
    >
      {decision === 'approve' ? (
        <TextInput
          type="date"
          label={t('Valid until')}
          description={t('The expiration date on the certificate')}
          required
          value={expiresOn}
          onChange={event => setExpiresOn(event.currentTarget.value)}
        />
      ) : undefined}
    </ReasonDialog>
  )
}
