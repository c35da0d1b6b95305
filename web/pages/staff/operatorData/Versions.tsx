// The published versions: who published what, why, and from when; downloads, and rolling back.

import { Badge, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { showFailure, showToast } from '../../../components/feedback/toast.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Muted, plural, Time } from '../../../components/layout/Values.tsx'
import { useAction } from '../../../shell/action.ts'
import { usePages } from '../../../shell/pages.ts'
import { useMay } from '../../../shell/session.ts'
import { EffectField, effectiveAtOf } from './EffectField.tsx'
import { saveAsFile } from './files.ts'

type Version = ResponseBody<'/staff/operator-data/versions'>['versions'][number]

const versionsKey = ['staff', 'operator-data', 'versions']

const badges = {
  scheduled: { color: 'blue', label: 'Scheduled' },
  in_effect: { color: 'teal', label: 'In effect' },
  past: { color: 'gray', label: 'Past' },
} as const

export function Versions() {
  const versions = usePages(versionsKey, undefined, cursor =>
    unwrap(api.GET('/staff/operator-data/versions', { params: { query: { limit: 20, ...cursor } } })),
  )
  const [chosen, setChosen] = useState<Version | null>(null)
  const mayPublish = useMay('catalog')
  const rows = versions.data?.pages.flatMap(page => page.versions) ?? []
  const newest = rows[0]?.version ?? 1
  const download = useAction({
    mutationFn: (version: number) =>
      unwrap(api.GET('/staff/operator-data/versions/{version}', { params: { path: { version } } })),
    onSuccess: ({ version, content }) => saveAsFile(`operator-data-${version}.json`, content),
    onError: showFailure('The version was not downloaded'),
  })
  const columns: Column<Version>[] = [
    {
      title: 'Version',
      cell: ({ version, state }) => (
        <Group gap={8} wrap="nowrap">
          <Text span fw={600}>
            {version}
          </Text>
          <Badge variant="light" radius="sm" color={badges[state].color}>
            {badges[state].label}
          </Badge>
        </Group>
      ),
    },
    {
      title: 'Changes',
      cell: ({ changed, changes, version }) =>
        changed === 0 ? (
          <Muted>{version === 1 ? 'The first version' : 'None'}</Muted>
        ) : (
          <div>
            {changes.map(change => (
              <Text key={change} size="sm" className="wrap">
                {change}
              </Text>
            ))}
            {changed > changes.length ? (
              <Muted>{`and ${plural(changed - changes.length, 'more change')}`}</Muted>
            ) : null}
          </div>
        ),
    },
    { title: 'Reason', cell: ({ reason }) => <span className="wrap">{reason ?? '–'}</span> },
    { title: 'Author', cell: ({ author }) => <span className="wrap">{author}</span>, wideOnly: true },
    { title: 'Takes effect', cell: ({ effectiveAt }) => <Time at={String(effectiveAt)} /> },
    {
      title: 'Actions',
      cell: one => (
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Download version ${one.version}`}
            loading={download.isPending && download.variables === one.version}
            onClick={() => download.mutate(one.version)}
          >
            Download
          </Button>
          {one.state === 'in_effect' ? null : (
            <AppLink
              to="/operator-data"
              search={{ tab: 'review', version: String(one.version) }}
              size="sm"
              aria-label={`Compare version ${one.version}`}
            >
              Compare
            </AppLink>
          )}
          {one.version === newest || !mayPublish ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Roll back to version ${one.version}`}
              onClick={() => setChosen(one)}
            >
              Roll back
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
          label="Versions"
          rows={rows}
          columns={columns}
          keyOf={({ version }) => String(version)}
          below={<LoadMore of={versions} />}
        />
      ) : null}
      {chosen === null ? null : <RollBack version={chosen} newest={newest} close={() => setChosen(null)} />}
    </>
  )
}

function RollBack({ version, newest, close }: { version: Version; newest: number; close: () => void }) {
  const queries = useQueryClient()
  const [at, setAt] = useState<string | null>(null)
  const publish = useAction({
    mutationFn: (reason: string) =>
      unwrap(
        api.POST('/staff/operator-data/versions/{version}/publish', {
          params: { path: { version: version.version } },
          body: { basedOn: newest, reason, ...effectiveAtOf(at) },
        }),
      ),
    async onSuccess(published) {
      await queries.invalidateQueries({ queryKey: ['staff', 'operator-data'] })
      showToast(`Version ${published.version} published`)
      close()
    },
  })
  return (
    <ReasonDialog
      title={`Roll back to version ${version.version}?`}
      text={`Its content is published again as version ${newest + 1}. Orders keep the version that they were accepted with.`}
      confirmLabel="Roll back"
      reasonHint="Shown in the list of versions and recorded in the audit log."
      error={publish.error}
      isPending={publish.isPending}
      isReady={at !== ''}
      submit={reason => publish.mutate(reason)}
      close={close}
    >
      <EffectField at={at} change={setAt} />
    </ReasonDialog>
  )
}
