// Links inside an area. `to` is below the area: `/sandbox/orders`.

import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Target = { to: string; search?: Record<string, string>; children: ReactNode }

const linkOf = ({ to, search }: Target) => ({ to, search: search ?? {} }) as unknown as LinkProps

export const GoTo = ({ to, search, children, ...rest }: Target & Omit<AnchorProps, 'children'>) => (
  <Anchor {...rest} renderRoot={props => <Link {...props} {...linkOf({ to, search, children })} />}>
    {children}
  </Anchor>
)

export const GoButton = ({ to, search, children, ...rest }: Target & Omit<ButtonProps, 'children'>) => (
  <Button {...rest} renderRoot={props => <Link {...props} {...linkOf({ to, search, children })} />}>
    {children}
  </Button>
)
