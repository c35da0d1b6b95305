-- The ISBN of a product, the price in its barcode (EAN-5), and whether the barcode is drawn on the cover.
alter table products add column isbn text check (isbn ~ '^97[89][0-9]{10}$');
alter table products add column price_add_on text check (price_add_on ~ '^[0-9]{5}$');
alter table products add column barcode text not null default 'none' check (barcode in ('none', 'draw'));
alter table products add constraint products_barcode_needs_isbn check (barcode = 'none' or isbn is not null);
