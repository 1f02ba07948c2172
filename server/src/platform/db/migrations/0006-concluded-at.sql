-- learning/evidence/ ----------------------------------------------------------------------------------------

-- When the conclusions of a product were computed. A read that cannot wait for newer ones says so.
alter table product_conclusions add column concluded_at timestamptz(3);
