ALTER TABLE "tenant_numbers" ADD COLUMN "durable" bigint DEFAULT 0 NOT NULL;
