// The operator's people: the staff, and the people of each printer.

import { Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Email, Muted, RelativeTime } from '../../../components/layout/Values.tsx'
import type { Choice } from '../../../components/people/Invitations.tsx'
import { RoleSelect } from '../../../components/people/RoleSelect.tsx'
import { roleNames } from '../../../components/people/roleNames.ts'
import { type StaffRole, staffRoleLabel, staffRoles } from '../../../components/people/staffRoles.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { Invite, OpenInvitations } from '../../../shell/people/invitations.tsx'
import { useMay, useSession } from '../../../shell/session/session.ts'

type People = ResponseBody<'/staff/people'>
type Person = People['people'][number]

const queryKey = ['staff', 'people']

const textOf = ({ name, email, printer }: Person) => `${name} ${email} ${printer ?? ''}`

export function Page() {
  const people = useQuery({ queryKey, queryFn: () => api.GET('/staff/people') })
  const [isOpen, { open, close }] = useDisclosure()
  const mayChange = useMay('people')
  return (
    <PageFrame
      title={t('People')}
      about={t('Who can sign in to this console and to the press desk.')}
      actions={
        people.data === undefined || !mayChange ? undefined : (
          <Button leftSection={<UserPlus size={15} />} onClick={open}>
            {t('Invite person')}
          </Button>
        )
      }
    >
      <LoadState of={people} rows={4} />
      {people.data === undefined ? null : <Lists {...people.data} />}
      {isOpen && people.data !== undefined ? <InvitePerson printers={people.data.printers} close={close} /> : null}
    </PageFrame>
  )
}

function Lists({ people, invitations, secondFactor }: People) {
  const confirm = useConfirm()
  const { data: me } = useSession()
  const mayChange = useMay('people')
  const remove = useAction({
    mutationFn: ({ userId }: Person) => api.DELETE('/staff/people/{userId}', { params: { path: { userId } } }),
    refetch: queryKey,
    done: (_nothing, person) => t('{name} has been removed and signed out', { name: person.name }),
    failed: t('The person was not removed'),
  })
  const change = useAction({
    mutationFn: ({ userId, role }: { userId: string; role: StaffRole }) =>
      api.PATCH('/staff/people/{userId}', { params: { path: { userId } }, body: { role } }),
    refetch: queryKey,
    done: ({ name, role }) => t('{name} now has the role {role}', { name, role: roleInSentence(role) }),
    failed: t('The role was not changed'),
  })
  const askFirst = async (person: Person) => {
    const yes = await confirm({
      title: t('Remove {name}?', { name: person.name }),
      text:
        person.kind === 'staff'
          ? t('They will be signed out right away, and their own API keys stop working.')
          : t('They will be signed out right away. The printer’s API keys keep working until you revoke them.'),
      confirmLabel: t('Remove person'),
      danger: true,
    })
    if (yes) remove.mutate(person)
  }
  const name: Column<Person> = {
    title: t('Name'),
    cell: person => (
      <div>
        <Text span fw={500} className="wrap">
          {person.name}
        </Text>
        {person.email === person.name ? null : (
          <Text size="xs" c="dimmed">
            <Email>{person.email}</Email>
          </Text>
        )}
      </div>
    ),
  }
  const rest: Column<Person>[] = [
    {
      title: t('Two-factor'),
      cell: person => (
        <Badge color={person.secondFactor || person.singleSignOn ? 'teal' : 'gray'}>
          {person.singleSignOn ? t('Company account') : person.secondFactor ? t('On') : t('Off')}
        </Badge>
      ),
      wideOnly: true,
    },
    {
      title: t('Last sign-in'),
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? <Muted>{t('Never [[signed in]]')}</Muted> : <RelativeTime at={lastSignInAt} />,
    },
    { title: t('Joined'), cell: person => <RelativeTime at={person.since} />, wideOnly: true },
    {
      title: t('Remove'),
      isActions: true,
      cell: person =>
        person.userId === me?.userId || !mayChange ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending && remove.variables.userId === person.userId}
            onClick={() => askFirst(person)}
            aria-label={t('Remove {name}', { name: person.name })}
          >
            {t('Remove')}
          </Button>
        ),
    },
  ]
  const role: Column<Person> = {
    title: t('Role'),
    cell: person =>
      mayChange && person.userId !== me?.userId ? (
        <RoleSelect
          name={person.name}
          roles={staffRoles}
          role={person.role}
          change={role => change.mutate({ userId: person.userId, role })}
        />
      ) : (
        roleText(person.role)
      ),
  }
  const staff = people.filter(({ kind }) => kind === 'staff')
  const ofPrinters = people.filter(({ kind }) => kind === 'printer')
  const printer: Column<Person> = { title: t('Printer'), cell: person => printerText(person.printer) }
  return (
    <>
      <Section title={t('Staff')} flush>
        <LongList
          bare
          label={t('Staff')}
          rows={staff}
          columns={[name, role, ...rest]}
          keyOf={({ userId }) => userId}
          textOf={textOf}
        />
      </Section>
      <SecondFactor rule={secondFactor} staff={staff} />
      <Section title={t('Press desk')} flush>
        {ofPrinters.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            {t('Nobody can sign in to the press desk yet.')}
          </Text>
        ) : (
          <LongList
            bare
            label={t('Press desk')}
            textOf={textOf}
            rows={ofPrinters}
            columns={[name, printer, ...rest]}
            keyOf={({ userId }) => userId}
          />
        )}
      </Section>
      <OpenInvitations
        invitations={invitations}
        as={{
          title: t('Access'),
          cell: ({ kind, role, printer }) =>
            kind === 'staff' ? t('Staff, {role}', { role: roleInSentence(role) }) : printerAccess(printer),
        }}
        refetch={queryKey}
        revoke={
          mayChange
            ? invitationId =>
                api.DELETE('/staff/people/invitations/{invitationId}', { params: { path: { invitationId } } })
            : null
        }
      />
    </>
  )
}

/** Which roles must have a second factor. */
function SecondFactor({ rule, staff }: { rule: People['secondFactor']; staff: Person[] }) {
  const queries = useQueryClient()
  const mayChange = useMay('people')
  const save = useAction({
    mutationFn: (roles: StaffRole[]) => api.PUT('/staff/people/second-factor', { body: { roles } }),
    onSuccess(saved) {
      showToast(t('Two-factor rule saved'))
      queries.setQueryData<People>(queryKey, before => before && { ...before, secondFactor: saved })
      // A person who must have a second factor now, and has none, sets it up first.
      return queries.invalidateQueries({ queryKey: ['session'] })
    },
    failed: t('The two-factor rule was not saved'),
  })
  const must = ({ role }: Person) => rule.everyone || rule.roles.includes(role as StaffRole)
  const missing = staff.filter(person => must(person) && !person.secondFactor && !person.singleSignOn).length
  return (
    <Section
      title={t('Two-factor authentication')}
      about={t('Members of these roles set it up when they next sign in, and can do nothing else before.')}
    >
      {rule.everyone ? (
        <Text size="sm">{t('Everyone on the staff must have it: a setting of the server requires it.')}</Text>
      ) : (
        <Checkbox.Group
          label={t('Required for')}
          value={save.isPending ? save.variables : rule.roles}
          onChange={roles => save.mutate(roles as StaffRole[])}
        >
          <Group gap="md" mt="xs">
            {staffRoles.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} disabled={!mayChange || save.isPending} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {missing === 0 ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {t('{count, plural, one {# person has} other {# people have}} not set it up yet.', { count: missing })}
        </Text>
      )}
    </Section>
  )
}

const roleText = (role: StaffRole | null) => (role === null ? '–' : staffRoleLabel(role))

const roleInSentence = (role: StaffRole | null) => (role === null ? '–' : roleNames[role])

const printerText = (printer: string | null) => printer ?? t('All printers')

const printerAccess = (printer: string | null) =>
  printer === null ? t('All printers') : t('Printer: {printer}', { printer })

/** A role of the staff, `press` for all printers, or `press:` and the name of a printer. */
type Access = StaffRole | 'press' | `press:${string}`

function InvitePerson({ printers, close }: { printers: string[]; close: () => void }) {
  const options: Choice<Access>[] = [
    ...staffRoles.map(({ value, meaning }) => ({
      value,
      label: t('Staff: {role}', { role: roleNames[value] }),
      meaning,
    })),
    ...printers.map(name => ({
      value: `press:${name}` as const,
      label: printerAccess(name),
      meaning: t('the jobs of {printer}', { printer: name }),
    })),
    { value: 'press', label: printerAccess(null), meaning: t('the jobs of every printer') },
  ]
  return (
    <Invite
      title={t('Invite person')}
      choice={{ label: t('Access'), options, first: 'support' }}
      send={({ as, ...rest }) => api.POST('/staff/people/invitations', { body: { ...rest, ...accessOf(as) } })}
      refetch={queryKey}
      close={close}
    />
  )
}

function accessOf(as: Access) {
  if (as === 'press') return { kind: 'printer', printer: null } as const
  if (as.startsWith('press:')) return { kind: 'printer', printer: as.slice('press:'.length) } as const
  return { kind: 'staff', role: as as StaffRole } as const
}
