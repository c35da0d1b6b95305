// A form that the screen handles: the browser sends nothing itself.

import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { submit: (form: HTMLFormElement) => void }

export const Form = ({ submit, ...props }: Props) => (
  <form
    {...props}
    onSubmit={event => {
      event.preventDefault()
      submit(event.currentTarget)
    }}
  />
)
