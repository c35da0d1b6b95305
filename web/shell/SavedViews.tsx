// The views of a list that people saved. A view is the parameters of the address, so opening one is following a link.

import { Button, Checkbox, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../api.ts'
import type { SavedView } from '../apiTypes.ts'
import { FormError } from '../components/feedback/FormError.tsx'
import { showFailure, showToast } from '../components/feedback/toast.ts'
import { useConfirm } from '../components/forms/Confirm.tsx'
import { useReturnFocus } from '../components/forms/opener.ts'
import { useAction } from './action.ts'
import { type Filters, useFilters } from './mode.ts'

type Area = {
  path: '/dashboard/api/views' | '/staff/views' | '/press/views'
  list: 'orders' | 'webhooks' | 'jobs'
  /** With whom a view is shared. */
  sharedWith: string
  size?: 'xs' | 'md'
}

/** Parameters in the order of their names, so that equal views are equal texts. */
const queryOf = (filters: Filters): string =>
  new URLSearchParams(
    Object.entries(filters)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()

export function SavedViews({ path, list, sharedWith, size }: Area) {
  const queries = useQueryClient()
  const [filters, setFilters] = useFilters()
  const [isSaving, setSaving] = useState(false)
  const queryKey = ['views', path, list]
  const { data } = useQuery({
    queryKey,
    queryFn: () => unwrap(api.GET(path, { params: { query: { list: list as never } } })),
    select: ({ views }) => views,
  })
  const refetch = () => queries.invalidateQueries({ queryKey })
  const current = queryOf(filters)
  const open = data?.find(({ query }) => query === current)
  const remove = useAction({
    mutationFn: ({ viewId }: SavedView) => unwrap(api.DELETE(`${path}/{viewId}`, { params: { path: { viewId } } })),
    onSuccess(_, { name }) {
      showToast(`View “${name}” deleted`)
      return refetch()
    },
    onError: showFailure('The view was not deleted'),
  })
  const confirm = useConfirm()
  async function confirmRemoval(view: SavedView) {
    const text = view.shared ? `It is removed for ${sharedWith}.` : 'The list and its filters stay as they are.'
    if (await confirm({ title: `Delete view “${view.name}”?`, text, confirmLabel: 'Delete view', danger: true }))
      remove.mutate(view)
  }
  const show = (view: SavedView) =>
    setFilters({
      ...Object.fromEntries(Object.keys(filters).map(name => [name, undefined])),
      ...Object.fromEntries(new URLSearchParams(view.query)),
    })
  const items = (views: SavedView[]) =>
    views.map(view => (
      <Menu.Item
        key={view.viewId}
        leftSection={view.shared ? <Users size={15} /> : <Bookmark size={15} />}
        rightSection={view === open ? <Check size={15} aria-label="Open now" /> : undefined}
        onClick={() => show(view)}
      >
        <span className="wrap">{view.name}</span>
        {view.mine ? null : (
          <Text size="xs" c="dimmed">
            {view.by}
          </Text>
        )}
      </Menu.Item>
    ))
  const [own, others] = [data?.filter(({ mine }) => mine) ?? [], data?.filter(({ mine }) => !mine) ?? []]
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button variant="default" size={size} h={size === 'md' ? 44 : undefined} leftSection={<Bookmark size={15} />}>
            {open === undefined ? 'Views' : <span className="ellipsis">{open.name}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
          {own.length > 0 ? <Menu.Label>Your views</Menu.Label> : null}
          {items(own)}
          {others.length > 0 ? <Menu.Label>Shared by others</Menu.Label> : null}
          {items(others)}
          {data === undefined || data.length === 0 ? null : <Menu.Divider />}
          {queryOf({ ...filters, search: undefined }) === '' ? (
            <Menu.Label>To save a view, filter the list first.</Menu.Label>
          ) : (
            <Menu.Item leftSection={<BookmarkPlus size={15} />} onClick={() => setSaving(true)}>
              Save this view
            </Menu.Item>
          )}
          {open?.mayDelete ? (
            <Menu.Item color="red" leftSection={<Trash2 size={15} />} onClick={() => void confirmRemoval(open)}>
              Delete this view
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isSaving ? (
        <SaveView
          area={{ path, list, sharedWith }}
          query={queryOf({ ...filters, search: undefined })}
          isSearching={filters.search !== undefined}
          open={open}
          refetch={refetch}
          close={() => setSaving(false)}
        />
      ) : null}
    </>
  )
}

type SaveProps = {
  area: Area
  query: string
  isSearching: boolean
  open: SavedView | undefined
  refetch: () => Promise<unknown>
  close: () => void
}

function SaveView({ area: { path, list, sharedWith }, query, isSearching, open, refetch, close }: SaveProps) {
  const [name, setName] = useState(open?.mine ? open.name : '')
  const [shared, setShared] = useState(open?.mine ? open.shared : false)
  useReturnFocus()
  const save = useAction({
    mutationFn: () => unwrap(api.POST(path, { body: { list: list as never, name: name.trim(), shared, query } })),
    async onSuccess() {
      await refetch()
      showToast(`View “${name.trim()}” saved`)
      close()
    },
  })
  return (
    <Modal opened onClose={close} title="Save view" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="md">
          <FormError error={save.error} />
          <TextInput
            label="Name"
            description={`The filters of the list are saved under this name${isSearching ? ', without the search text' : ''}. Your view of the same name is replaced.`}
            required
            withAsterisk={false}
            maxLength={60}
            data-autofocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={`Share with ${sharedWith}`}
            checked={shared}
            onChange={event => setShared(event.currentTarget.checked)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save view
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
