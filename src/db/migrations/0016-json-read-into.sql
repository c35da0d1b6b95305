-- An order whose payload or address holds NUL or half a surrogate pair is kept as src/db/json.ts writes it now:
-- PostgreSQL could not read into it, so the sweeps and lists that met it failed. Only these few orders are written anew.
update orders
set request = regexp_replace(
  request::text, '(?<!\\)((?:\\\\)*)\\u(0000|001a|d[89a-f][0-9a-f]{2})', '\1\\u001a\2', 'g')::json
where request::text ~ '\\u(0000|001a|d[89a-f])';
