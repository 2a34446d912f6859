-- What was promised when the order was placed, and the VAT in its price; null for orders of before.
alter table orders
    add column refund_days  integer,
    add column vat_country  text,
    add column vat_permille integer,  -- thousandths of the price without VAT
    add constraint orders_refund_days_check check (refund_days >= 14),
    add constraint orders_vat_country_check check (vat_country ~ '^[A-Z]{2}$'),
    add constraint orders_vat_permille_check check (vat_permille between 0 and 999),
    add constraint orders_vat_check check ((vat_country is null) = (vat_permille is null));
