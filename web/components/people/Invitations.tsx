// Invitations: the dialog to send an invitation, and the list of open invitations.

import { Button, Modal, Select, type SelectProps, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Language, languageCodes, languages } from '../../../languages/languages.ts'
import type { ResponseBody } from '../../api.ts'
import { language, t } from '../../language.ts'
import { errorText } from '../feedback/Failure.tsx'
import { DialogButtons } from '../forms/DialogButtons.tsx'
import { LongList } from '../layout/LongList.tsx'
import { Section } from '../layout/Section.tsx'
import { Code, capitalize, Time } from '../layout/Values.tsx'

export type Role = ResponseBody<'/dashboard/api/team'>['invitations'][number]['role']

/** The role of the invited person. */
export type Choice<Value extends string> = { value: Value; label: string; meaning: string }

/** The roles in an account. */
export const roles: Choice<Role>[] = [
  { value: 'owner', label: t('Owner'), meaning: t('full access, including team roles') },
  { value: 'developer', label: t('Developer'), meaning: t('orders, products, keys and webhooks') },
  { value: 'bookkeeper', label: t('Bookkeeper'), meaning: t('cards, charges and tax exemption certificates') },
  { value: 'viewer', label: t('Viewer'), meaning: t('read-only access') },
]
export const roleLabel = (role: Role) => roles.find(({ value }) => value === role)?.label ?? role

export type Invitation = { invitationId: string; email: string; expiresAt: string }

type ListProps<Row> = {
  invitations: Row[]
  /** The role of the invited person. */
  as: { title: string; cell: (invitation: Row) => string }
  /** Absent for people who may not revoke them. */
  revoke?: ((invitationId: string) => void) | undefined
}

/** Nothing when there are none. */
export function Invitations<Row extends Invitation>({ invitations, as, revoke }: ListProps<Row>) {
  if (invitations.length === 0) return null
  return (
    <Section title={t('Invitations')} flush>
      <LongList
        bare
        label={t('Invitations')}
        textOf={({ email }) => email}
        rows={invitations}
        keyOf={({ invitationId }) => invitationId}
        columns={[
          { title: t('Email address'), cell: invitation => <span className="wrap">{invitation.email}</span> },
          as,
          { title: t('Expires'), cell: invitation => <Time at={invitation.expiresAt} /> },
          {
            title: t('Revoke'),
            isActions: true,
            cell: invitation =>
              revoke === undefined ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => revoke(invitation.invitationId)}
                  aria-label={t('Revoke invitation for {email}', { email: invitation.email })}
                >
                  {t('Revoke')}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  )
}

/** Without a mail server, the person who invites hands over the link, which is shown only once. */
export const UnsentInvitation = ({ email, link, close }: { email: string; link: string; close: () => void }) => (
  <Modal opened onClose={close} title={t('The invitation was not sent')}>
    <Text mb="md">
      {t('No mail server is set up. Give {email} this link yourself. It is not shown again.', { email })}
    </Text>
    <Code label={t('Copy link')}>{link}</Code>
  </Modal>
)

export type NewInvitation<Value extends string> = { email: string; as: Value; language?: Language }

/** The language of an invitation; takes the properties of a field of a form. */
export const LanguageSelect = (props: SelectProps) => (
  <Select
    label={t('Language')}
    description={t('Of the email and of the page that it opens')}
    mt="md"
    data={languageCodes.map(code => ({ value: code, label: languages[code] }))}
    allowDeselect={false}
    {...props}
  />
)

type DialogProps<Value extends string> = {
  title: string
  choice: { label: string; options: Choice<Value>[]; first: Value }
  /** A step that may be necessary before it is sent. */
  hint?: string
  action: { error: Error | null; isPending: boolean; mutate: (invitation: NewInvitation<Value>) => void }
  close: () => void
}

export function InviteDialog<Value extends string>({
  title,
  choice: { label, options, first },
  hint,
  action,
  close,
}: DialogProps<Value>) {
  const form = useForm<Required<NewInvitation<string>>>({ initialValues: { email: '', as: first, language } })
  return (
    <Modal opened onClose={close} title={title}>
      <form onSubmit={form.onSubmit(({ email, as, language }) => action.mutate({ email, as: as as Value, language }))}>
        <TextInput
          label={t('Email address')}
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
          error={action.error ? errorText(action.error) : null}
        />
        <Select
          label={label}
          mt="md"
          data={options}
          allowDeselect={false}
          description={capitalize(options.find(({ value }) => value === form.values.as)?.meaning ?? '')}
          {...form.getInputProps('as')}
        />
        <LanguageSelect {...form.getInputProps('language')} />
        {hint === undefined ? null : (
          <Text size="sm" c="dimmed" mt="md">
            {hint}
          </Text>
        )}
        <DialogButtons close={close} label={t('Send invitation')} isPending={action.isPending} />
      </form>
    </Modal>
  )
}
