// A child of (c): Fastify with its defaults, answering the same bytes to every request. Prints its address.

import fastify from 'fastify'

const [length] = process.argv.slice(2)
const constant = JSON.stringify({ constant: 'x'.repeat(Number(length) - '{"constant":""}'.length) })
const server = fastify()
server.get('/orders/:customerOrderId', (_request, reply) => {
  reply.type('application/json; charset=utf-8')
  return constant
})
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
