import http from 'node:http';
import pg from 'pg';

/**
 * The floor of responses that are computed: for each request one prepared statement on the same database,
 * on a connection pool of the same size as Redial's, and its rows as JSON. Takes the connection settings as
 * JSON; prints its port.
 */
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] as string), max: 10 });

const columns = `p.id as "_id", p.name, p.image_url as img, u.name as "sellerName", u.email as "sellerEmail",
  u.verified as varified, p.status, p.original_price_cents as "originalPrice",
  p.resale_price_cents as "resalePrice", p.seller_phone as number, p.location,
  p.purchase_year as "purchaseDate", p.years_of_use as "yearsOfUse", p.category, p.condition,
  p.description, p.advertised, p.posted_at as "postDate", p.is_paid as "isPaid", p.held_until,
  p.price_label as "priceLabel", p.cost_per_month_cents as "costPerMonth", p.possession_verified_at,
  m.update_status, m.updates_until`;
const joined = `products p join users u on u.id = p.seller_id left join models m on m.id = p.model_id`;

const statements = {
  list: `select ${columns} from ${joined} where p.listed and p.purchase_year >= $1
    order by p.posted_at desc, p.id desc limit 24`,
  category: `select ${columns} from ${joined} where p.listed and p.category = 'Samsung'
    and p.purchase_year >= $1 order by p.posted_at desc, p.id desc limit 24`,
  product: `select ${columns} from ${joined} where p.id = $1`,
};

const server = http.createServer(async ({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const id = /^\/api\/products\/(.+)$/.exec(pathname)?.[1];
  const name = id ? 'product' : pathname === '/allproducts' ? 'list' : 'category';
  const values = [id ?? searchParams.get('minYear')];
  try {
    const { rows } = await pool.query({ name, text: statements[name], values });
    const body = JSON.stringify(id ? rows[0] : rows);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
