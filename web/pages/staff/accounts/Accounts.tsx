// All customer accounts. One search finds by name, address or id.

import { Alert, Badge, Button, Group, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Search, Users } from 'lucide-react'
import { useState } from 'react'
import type { Language } from '../../../../languages/languages.ts'
import { api, type ResponseBody } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { showToast } from '../../../components/feedback/toast.ts'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { knownSort, SortSelect } from '../../../components/layout/SortSelect.tsx'
import { Email, number, Time } from '../../../components/layout/Values.tsx'
import { LanguageSelect } from '../../../components/people/Invitations.tsx'
import { AccountLink } from '../../../components/staff/StaffLinks.tsx'
import { language, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useInvited } from '../../../shell/people/invitations.tsx'
import { useMay } from '../../../shell/session/session.ts'

type Account = ResponseBody<'/staff/accounts'>['accounts'][number]

const columns: Column<Account>[] = [
  {
    title: t('Name'),
    sort: { ascending: 'name', descending: '-name' },
    cell: staffAccount => (
      <>
        <AccountLink accountId={staffAccount.accountId} name={staffAccount.name} fw={500} />
        {staffAccount.suspendedAt === null ? null : (
          <Badge ml="xs" size="sm" color="red">
            {t('Suspended')}
          </Badge>
        )}
      </>
    ),
  },
  {
    title: t('Holder'),
    sort: { ascending: 'holder', descending: '-holder' },
    cell: staffAccount => <Email>{staffAccount.holderEmail}</Email>,
  },
  {
    title: t('Prices'),
    cell: staffAccount =>
      staffAccount.enterprise ? t('Set by the printer') : t('Set by {name}', { name: brand.name }),
    wideOnly: true,
  },
  {
    title: t('Orders per 24 hours'),
    cell: staffAccount => number(staffAccount.limits.production.ordersPer24Hours),
    right: true,
  },
  { title: t('Queued [[orders]]'), cell: staffAccount => number(staffAccount.limits.production.queued), right: true },
  {
    title: t('Created'),
    sort: { ascending: 'created', descending: '-created', first: 'descending' },
    cell: staffAccount => <Time at={staffAccount.createdAt} />,
    wideOnly: true,
  },
]

type AccountSort = NonNullable<NonNullable<paths['/staff/accounts']['get']['parameters']['query']>['sort']>
const labels: Record<AccountSort, string> = {
  created: t('Oldest first'),
  '-created': t('Newest first'),
  name: t('By name'),
  '-name': t('By name, Z to A'),
  holder: t('By holder'),
  '-holder': t('By holder, Z to A'),
}

export function Page() {
  const [{ search, sort: named }, setFilters] = useFilters()
  const [text, setText] = useState(search ?? '')
  const [isOpen, { open, close }] = useDisclosure()
  const mayOpen = useMay('customers')
  const find = useDebouncedCallback((wanted: string) => setFilters({ search: wanted.trim() }), 250)
  const sort = knownSort(labels, named, 'created')
  const listSort = { value: sort, change: (value: string) => setFilters({ sort: value === 'created' ? '' : value }) }
  const query = { sort, ...(search === undefined ? {} : { search }) }
  return (
    <PageFrame
      title={t('Accounts')}
      actions={
        mayOpen ? (
          <Button leftSection={<Plus size={15} />} onClick={open}>
            {t('Open an account')}
          </Button>
        ) : undefined
      }
    >
      <Group gap="xs" mb="md">
        <TextInput
          data-search
          style={{ flex: '3 1 16rem' }}
          aria-label={t('Search accounts by name, email address or ID')}
          placeholder={t('Name, email address or ID')}
          leftSection={<Search size={15} />}
          maxLength={100}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            find(event.currentTarget.value)
          }}
        />
        <SortSelect labels={labels} list={listSort} />
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'accounts'], query, query => api.GET('/staff/accounts', { params: { query } }))}
        rowsOf={page => page.accounts}
        note={({ exact }) =>
          exact ? null : (
            <Alert mb="md">{t('No account has exactly this text. These accounts have similar texts.')}</Alert>
          )
        }
        label={t('Accounts')}
        columns={columns}
        keyOf={account => account.accountId}
        sort={listSort}
        empty={
          search === undefined
            ? {
                icon: Users,
                title: t('No accounts yet'),
                text: t(
                  'Open an account for your first customer. They choose a password with the link in their invitation.',
                ),
              }
            : {
                icon: Search,
                title: t('No matches.'),
                text: t(
                  'Search by account name, holder’s email address or ID. To find an order, search on the Orders page.',
                ),
              }
        }
      />
      <OpenAccount isOpen={isOpen} close={close} />
    </PageFrame>
  )
}

function OpenAccount({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm<{ name: string; email: string; language: Language }>({
    initialValues: { name: '', email: '', language },
  })
  const invited = useInvited()
  const openAccount = useAction({
    mutationFn: (body: { name: string; email: string; language: Language }) => api.POST('/staff/accounts', { body }),
    async onSuccess({ accountId, holderEmail, link }) {
      if (link === undefined) showToast(t('Account opened, and invitation sent to {email}', { email: holderEmail }))
      else invited({ email: holderEmail, link })
      await queries.invalidateQueries({ queryKey: ['staff', 'accounts'] })
      await navigate({ to: `/accounts/${accountId}` })
    },
  })
  const end = () => {
    close()
    openAccount.reset()
  }
  return (
    <Modal opened={isOpen} onClose={end} title={t('Open an account')}>
      <form onSubmit={form.onSubmit(values => openAccount.mutate(values))}>
        <TextInput
          label={t('Name of the company')}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('Email address of its first owner')}
          description={t('Gets an invitation that can be accepted within 7 days.')}
          type="email"
          required
          mt="md"
          {...form.getInputProps('email')}
        />
        <LanguageSelect {...form.getInputProps('language')} />
        <FormError error={openAccount.error} />
        <DialogButtons close={end} label={t('Open account')} isPending={openAccount.isPending} />
      </form>
    </Modal>
  )
}
