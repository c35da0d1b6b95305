// The proof of an order for a person with a link: the book page by page, comments on its pages, and the decision. The
// token is in the fragment of the address, which the browser never sends. The page has its own viewer, because a
// preview is asked for with the token in the body, and so has no address.

import { Alert, Box, Button, Group, Loader, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpenCheck, ChevronLeft, ChevronRight, CircleCheck, CircleSlash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api, type ResponseBody } from '../../api.ts'
import { brand } from '../../brand.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { ReasonDialog } from '../../components/forms/ReasonDialog.tsx'
import { LanguageLinks } from '../../components/layout/LanguageLinks.tsx'
import { FailedPage } from '../../components/layout/LoadState.tsx'
import { Logo } from '../../components/layout/Logo.tsx'
import { ManyEntries } from '../../components/layout/ManyEntries.tsx'
import { PageFrame, PageSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import classes from './ProofPage.module.css'

type Proof = ResponseBody<'/dashboard/api/proofs/read', 'post'>
type Leaf = { item: number; part: 'cover' | 'guts'; page: number }

const maxName = 100

export function Page() {
  const [token] = useState(() => location.hash.slice(1))
  const proof = useQuery({
    queryKey: ['proof', token],
    queryFn: () => api.POST('/dashboard/api/proofs/read', { body: { token } }),
    retry: false,
  })
  return (
    <main>
      {proof.isPending ? <PageSkeleton /> : null}
      {proof.data === undefined ? null : <ProofOfOrder token={token} proof={proof.data} />}
      {proof.data === undefined && proof.error ? (
        <FailedPage title={t('Proof')} above={<OperatorLogo />} of={proof} />
      ) : null}
      <Box mb="xl">
        <LanguageLinks />
      </Box>
    </main>
  )
}

const OperatorLogo = () => (
  <Box mb="lg">
    <Logo height={36} maxWidth={240} alt={brand.name} />
  </Box>
)

const leavesOf = ({ items }: Proof): Leaf[] =>
  items.flatMap(({ files }, item) =>
    files.flatMap(({ part, pageCount }) =>
      Array.from({ length: part === 'cover' ? 1 : (pageCount ?? 0) }, (_, i) => ({ item, part, page: i + 1 })),
    ),
  )

function ProofOfOrder({ token, proof }: { token: string; proof: Proof }) {
  const leaves = leavesOf(proof)
  const [place, setPlace] = useState(0)
  const [author, setAuthor] = useLocalStorage({ key: 'proof-author', defaultValue: '' })
  const isWaiting = proof.proof.status === 'WAITING'
  const leaf = leaves[place]
  const nameOf = ({ item, part, page }: Leaf) => {
    const name = part === 'cover' ? t('Cover') : t('Page {page}', { page })
    return proof.items.length === 1 ? name : `${titleOf(proof.items[item]!)}: ${name}`
  }
  const goTo = (wanted: Leaf) => {
    const found = leaves.findIndex(
      one => one.item === wanted.item && one.part === wanted.part && one.page === wanted.page,
    )
    if (found >= 0) setPlace(found)
  }
  const title = proof.items.length === 1 ? titleOf(proof.items[0]!) : t('{count} books', { count: proof.items.length })
  return (
    <PageFrame
      title={title}
      inTab={t('Proof: {title}', { title })}
      above={<OperatorLogo />}
      about={t('{account} asks you to look at this proof before it is printed.', { account: proof.accountName })}
    >
      <Decision token={token} proof={proof} author={author} setAuthor={setAuthor} />
      <div className={classes.columns}>
        <Section title={t('Book')}>
          {leaf === undefined ? (
            <Text c="dimmed">{t('There are no pages to show.')}</Text>
          ) : (
            <Stack gap="sm">
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Button
                  variant="default"
                  disabled={place === 0}
                  onClick={() => setPlace(place - 1)}
                  leftSection={<ChevronLeft size={16} />}
                >
                  {t('Previous')}
                </Button>
                <Text fw={500} aria-live="polite">
                  {nameOf(leaf)}
                </Text>
                <Button
                  variant="default"
                  disabled={place === leaves.length - 1}
                  onClick={() => setPlace(place + 1)}
                  rightSection={<ChevronRight size={16} />}
                >
                  {t('Next')}
                </Button>
              </Group>
              <Picture key={place} token={token} leaf={leaf} name={nameOf(leaf)} next={leaves[place + 1]} />
              <Text size="sm" c="dimmed">
                {t('Lines show where the book is cut and folded. They are not printed.')}
              </Text>
              <NumberInput
                label={t('Go to position (1 to {count})', { count: leaves.length })}
                maw={320}
                min={1}
                max={leaves.length}
                value={place + 1}
                onChange={value =>
                  typeof value === 'number' && value >= 1 && value <= leaves.length ? setPlace(value - 1) : undefined
                }
              />
            </Stack>
          )}
        </Section>
        <Section title={t('Comments')}>
          <Stack gap="md">
            {proof.comments.length === 0 ? <Text c="dimmed">{t('No comments yet.')}</Text> : null}
            <ManyEntries label={t('Comments')}>
              {proof.comments.map(comment => (
                <div key={comment.commentId}>
                  <Text size="sm" c="dimmed">
                    {comment.author}, <Time at={comment.at} />
                  </Text>
                  <Text className="wrap">{comment.text}</Text>
                  <Button variant="subtle" size="compact-sm" onClick={() => goTo(comment)}>
                    {nameOf(comment)}
                  </Button>
                </div>
              ))}
            </ManyEntries>
            {isWaiting && leaf !== undefined ? (
              <CommentForm token={token} leaf={leaf} name={nameOf(leaf)} author={author} setAuthor={setAuthor} />
            ) : null}
          </Stack>
        </Section>
      </div>
    </PageFrame>
  )
}

const titleOf = ({ name, sku }: Proof['items'][number]): string => name ?? sku

const pictureOf = (token: string, leaf: Leaf) => ({
  queryKey: ['proof-picture', token, leaf],
  queryFn: () =>
    api.POST('/dashboard/api/proofs/preview', { body: { token, ...leaf }, parseAs: 'blob' }) as Promise<unknown>,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

function Picture({ token, leaf, name, next }: { token: string; leaf: Leaf; name: string; next: Leaf | undefined }) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(pictureOf(token, leaf))
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!(data instanceof Blob)) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  useEffect(() => {
    if (url !== null && next !== undefined) void queries.prefetchQuery(pictureOf(token, next))
  }, [url, next, token, queries])
  if (error) return <Failure error={error} retry={() => refetch()} />
  return (
    <div className={classes.picture}>
      {url === null ? <Loader aria-label={t('Loading {name}', { name })} /> : <img src={url} alt={name} />}
    </div>
  )
}

type AuthorProps = { author: string; setAuthor: (name: string) => void }

const AuthorField = ({ author, setAuthor }: AuthorProps) => (
  <TextInput
    label={t('Your name')}
    required
    maxLength={maxName}
    autoComplete="name"
    value={author}
    onChange={event => setAuthor(event.currentTarget.value)}
  />
)

function CommentForm({ token, leaf, name, ...names }: { token: string; leaf: Leaf; name: string } & AuthorProps) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const add = useAction({
    mutationFn: () =>
      api.POST('/dashboard/api/proofs/comment', {
        body: { token, ...leaf, author: names.author.trim(), text: text.trim() },
      }),
    onSuccess() {
      setText('')
      return queries.invalidateQueries({ queryKey: ['proof', token] })
    },
  })
  return (
    <Form submit={() => add.mutate()}>
      <Stack gap="sm">
        <FormError error={add.error} />
        <AuthorField {...names} />
        <Textarea
          label={t('Comment on: {name}', { name })}
          required
          maxLength={1000}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          disabled={text.trim() === '' || names.author.trim() === ''}
        >
          {t('Add comment')}
        </Button>
      </Stack>
    </Form>
  )
}

const results = {
  REQUIRED: t('This proof is not ready yet'),
  APPROVED: t('This proof is approved'),
  REJECTED: t('Changes were requested'),
  EXPIRED: t('This proof was not approved in time'),
  CANCELLED: t('The order was canceled'),
} as const

function Decision({ token, proof, author, setAuthor }: { token: string; proof: Proof } & AuthorProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null)
  const done = (after: Proof) => {
    setAsked(null)
    queries.setQueryData(['proof', token], after)
  }
  const { status, files, approveBy, comment } = proof.proof
  const approve = useAction({
    mutationFn: () => api.POST('/dashboard/api/proofs/approve', { body: { token, author: author.trim(), files } }),
    onSuccess: done,
  })
  const reject = useAction({
    mutationFn: (comment: string) =>
      api.POST('/dashboard/api/proofs/reject', { body: { token, author: author.trim(), comment } }),
    onSuccess: done,
  })
  if (status !== 'WAITING') {
    const Icon = status === 'APPROVED' ? CircleCheck : CircleSlash
    return (
      <Alert color={status === 'APPROVED' ? 'green' : 'gray'} mb="md" icon={<Icon size={18} />} title={results[status]}>
        <Text size="sm" className="wrap">
          {comment ?? t('There is nothing left to do.')}
        </Text>
      </Alert>
    )
  }
  const names = <AuthorField author={author} setAuthor={setAuthor} />
  return (
    <Alert mb="md" icon={<BookOpenCheck size={18} />} title={t('Your decision')}>
      <Text size="sm">
        {t('Approve the proof if the book may be printed exactly like this, or ask for changes.')}{' '}
        {approveBy === null ? null : rich('Please decide by {time}.', { time: <Time at={approveBy} /> })}
      </Text>
      <Group gap="xs" mt="sm">
        <Button onClick={() => setAsked('approve')}>{t('Approve')}</Button>
        <Button variant="default" onClick={() => setAsked('reject')}>
          {t('Ask for changes')}
        </Button>
      </Group>
      {asked === 'approve' ? (
        <ApproveDialog
          isReady={author.trim() !== ''}
          error={approve.error}
          isPending={approve.isPending}
          submit={() => approve.mutate()}
          close={() => setAsked(null)}
        >
          {names}
        </ApproveDialog>
      ) : null}
      {asked === 'reject' ? (
        <ReasonDialog
          title={t('Ask for changes?')}
          text={t(
            '{account} will place another order with changed files, and this proof ends. Your comments on the pages stay.',
            { account: proof.accountName },
          )}
          reasonLabel={t('What must be changed')}
          reasonHint={t('{account} reads this.', { account: proof.accountName })}
          confirmLabel={t('Ask for changes')}
          isReady={author.trim() !== ''}
          action={reject}
          close={() => setAsked(null)}
        >
          {names}
        </ReasonDialog>
      ) : null}
    </Alert>
  )
}
