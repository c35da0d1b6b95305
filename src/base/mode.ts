// The two modes of every account: in the sandbox nothing is printed and nothing is charged.

export const modes = ['sandbox', 'production'] as const

export type Mode = (typeof modes)[number]
