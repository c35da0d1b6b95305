// The views of a list that people saved. A view is the parameters of the address, so opening one is following a link.

import { Button, Menu, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, Trash2, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api.ts'
import type { SavedView } from '../../apiTypes.ts'
import { confirmWith } from '../../components/forms/Confirm.tsx'
import { useDialog } from '../../components/forms/Dialogs.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { type Filters, useFilters } from '../frame/mode.ts'
import { audiences, type ViewsArea } from './viewsArea.ts'

const SaveView = lazy(() => import('./SaveView.tsx').then(({ SaveView }) => ({ default: SaveView })))

/** Parameters in the order of their names, so that equal views are equal texts. */
const queryOf = (filters: Filters): string =>
  new URLSearchParams(
    Object.entries(filters)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()

export function SavedViews({ path, list, size }: ViewsArea) {
  const queries = useQueryClient()
  const [filters, setFilters] = useFilters()
  const [isSaving, setSaving] = useState(false)
  const queryKey = ['views', path, list]
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.GET(path, { params: { query: { list: list as never } } }),
    select: ({ views }) => views,
  })
  const refetch = () => queries.invalidateQueries({ queryKey })
  const current = queryOf(filters)
  const open = data?.find(({ query }) => query === current)
  const remove = useAction({
    mutationFn: ({ viewId }: SavedView) => api.DELETE(`${path}/{viewId}`, { params: { path: { viewId } } }),
    refetch: queryKey,
    done: (_, { name }) => t('View “{name}” deleted', { name }),
    failed: t('The view was not deleted'),
  })
  const showDialog = useDialog()
  async function confirmRemoval(view: SavedView) {
    const text = view.shared ? audiences[path].removal : t('The list and its filters stay as they are.')
    if (
      await confirmWith(showDialog)({
        title: t('Delete view “{name}”?', { name: view.name }),
        text,
        confirmLabel: t('Delete view'),
        danger: true,
      })
    )
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
        rightSection={view === open ? <Check size={15} aria-label={t('Open now')} /> : undefined}
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
            {open === undefined ? t('Views') : <span className="ellipsis">{open.name}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
          {own.length > 0 ? <Menu.Label>{t('Your views')}</Menu.Label> : null}
          {items(own)}
          {others.length > 0 ? <Menu.Label>{t('Shared by others')}</Menu.Label> : null}
          {items(others)}
          {data === undefined || data.length === 0 ? null : <Menu.Divider />}
          {queryOf({ ...filters, search: undefined }) === '' ? (
            <Menu.Label>{t('To save a view, filter the list first.')}</Menu.Label>
          ) : (
            <Menu.Item leftSection={<BookmarkPlus size={15} />} onClick={() => setSaving(true)}>
              {t('Save this view')}
            </Menu.Item>
          )}
          {open?.mayDelete ? (
            <Menu.Item color="red" leftSection={<Trash2 size={15} />} onClick={() => void confirmRemoval(open)}>
              {t('Delete this view')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isSaving ? (
        <Suspense>
          <SaveView
            area={{ path, list }}
            query={queryOf({ ...filters, search: undefined })}
            isSearching={filters.search !== undefined}
            open={open}
            refetch={refetch}
            close={() => setSaving(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
