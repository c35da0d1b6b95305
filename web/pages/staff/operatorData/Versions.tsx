// The published versions, with author, changes, reason and start; downloads, and rolling back.

import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Muted, Time } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { ApprovalHint, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { EffectField, effectiveAtOf } from './EffectField.tsx'
import { saveAsFile } from './files.ts'

type Version = ResponseBody<'/staff/operator-data/versions'>['versions'][number]

const versionsKey = ['staff', 'operator-data', 'versions']

const badges = {
  scheduled: { color: 'blue', label: t('Scheduled') },
  in_effect: { color: 'teal', label: t('In effect') },
  past: { color: 'gray', label: t('Past') },
  withdrawn: { color: 'gray', label: t('Withdrawn [[version]]') },
} as const

export function Versions() {
  const versions = usePages(versionsKey, undefined, cursor =>
    api.GET('/staff/operator-data/versions', { params: { query: { limit: 20, ...cursor } } }),
  )
  const [chosen, setChosen] = useState<Version | null>(null)
  const [withdrawn, setWithdrawn] = useState<Version | null>(null)
  const mayPublish = useMay('catalog')
  const rows = versions.data?.pages.flatMap(page => page.versions) ?? []
  const newest = rows[0]?.version ?? 1
  const download = useAction({
    mutationFn: (version: number) =>
      api.GET('/staff/operator-data/versions/{version}', { params: { path: { version } } }),
    onSuccess: ({ version, content }) => saveAsFile(`operator-data-${version}.json`, content),
    failed: t('The version was not downloaded'),
  })
  const columns: Column<Version>[] = [
    {
      title: t('Version'),
      cell: ({ version, state }) => (
        <Group gap={8} wrap="nowrap">
          <Text span fw={600}>
            {version}
          </Text>
          <Badge color={badges[state].color}>{badges[state].label}</Badge>
        </Group>
      ),
    },
    {
      title: t('Changes'),
      cell: ({ changed, changes, version }) =>
        changed === 0 ? (
          <Muted>{version === 1 ? t('The first version') : t('None')}</Muted>
        ) : (
          <div style={{ minWidth: '11rem' }}>
            {changes.map(change => (
              <Text key={change.part + change.path} size="sm" className="wrap">
                {changeText(change)}
              </Text>
            ))}
            {changed > changes.length ? (
              <Muted>
                {t('and {count, plural, one {# more change} other {# more changes}}', {
                  count: changed - changes.length,
                })}
              </Muted>
            ) : null}
          </div>
        ),
    },
    { title: t('Reason'), cell: ({ reason }) => <span className="wrap">{reason ?? '–'}</span> },
    { title: t('Author'), cell: ({ author }) => <span className="wrap">{author}</span>, wideOnly: true },
    { title: t('Takes effect'), cell: ({ effectiveAt }) => <Time at={String(effectiveAt)} /> },
    {
      title: t('Actions'),
      cell: one => (
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('Download version {version}', { version: one.version })}
            loading={download.isPending && download.variables === one.version}
            onClick={() => download.mutate(one.version)}
          >
            {t('Download')}
          </Button>
          {one.state === 'in_effect' ? null : (
            <AppLink
              to="/operator-data"
              search={{ tab: 'review', version: String(one.version) }}
              size="sm"
              aria-label={t('Compare version {version}', { version: one.version })}
            >
              {t('Compare')}
            </AppLink>
          )}
          {one.state !== 'scheduled' || one.version === 1 || !mayPublish ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('Withdraw version {version}', { version: one.version })}
              onClick={() => setWithdrawn(one)}
            >
              {t('Withdraw')}
            </Button>
          )}
          {one.version === newest || !mayPublish ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('Roll back to version {version}', { version: one.version })}
              onClick={() => setChosen(one)}
            >
              {t('Roll back')}
            </Button>
          )}
        </Group>
      ),
      isActions: true,
    },
  ]
  if (versions.isPending) return <RowsSkeleton rows={3} />
  return (
    <>
      {versions.error ? <Failure error={versions.error} retry={() => versions.refetch()} /> : null}
      {rows.length > 0 ? (
        <List
          label={t('Versions')}
          rows={rows}
          columns={columns}
          keyOf={({ version }) => String(version)}
          below={<LoadMore of={versions} />}
        />
      ) : null}
      {chosen === null ? null : <RollBack version={chosen} newest={newest} close={() => setChosen(null)} />}
      {withdrawn === null ? null : <Withdraw version={withdrawn} close={() => setWithdrawn(null)} />}
    </>
  )
}

/** `PB-0600X0900: price, base: $2.15, then $2.35`. */
function changeText({ subject, field, before, after }: Version['changes'][number]): string {
  const what = subject === null ? field : `${subject}: ${field}`
  if (before === null) return t('{what}: added {value}', { what, value: after ?? '–' })
  return after === null
    ? t('{what}: removed {value}', { what, value: before })
    : t('{what}: {before}, then {after}', { what, before, after })
}

function RollBack({ version, newest, close }: { version: Version; newest: number; close: () => void }) {
  const [at, setAt] = useState<string | null>(null)
  const publish = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/operator-data/versions/{version}/publish', {
        params: { path: { version: version.version } },
        body: { basedOn: newest, reason, ...effectiveAtOf(at) },
      }),
    refetch: ['staff', 'operator-data'],
    done: answer =>
      isApproval(answer) ? requestSentText : t('Version {version} published', { version: answer.version }),
    close,
  })
  return (
    <ReasonDialog
      title={t('Roll back to version {version}?', { version: version.version })}
      text={t(
        'Its content is published again as version {version}. Orders keep the version that they were accepted with.',
        { version: newest + 1 },
      )}
      confirmLabel={t('Roll back')}
      reasonHint={t('Shown in the list of versions and recorded in the audit log.')}
      action={publish}
      isReady={at !== ''}
      close={close}
    >
      <EffectField at={at} change={setAt} />
      <ApprovalHint of="prices" />
    </ReasonDialog>
  )
}

function Withdraw({ version: { version }, close }: { version: Version; close: () => void }) {
  const withdraw = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/operator-data/versions/{version}/withdraw', {
        params: { path: { version } },
        body: { reason },
      }),
    refetch: ['staff', 'operator-data'],
    done: t('Version {version} withdrawn', { version }),
    close,
  })
  return (
    <ReasonDialog
      title={t('Withdraw version {version}?', { version })}
      text={t('It and every later version never take effect. The version before it is published again.')}
      confirmLabel={t('Withdraw')}
      reasonHint={t('Shown in the list of versions and recorded in the audit log.')}
      danger
      action={withdraw}
      close={close}
    />
  )
}
