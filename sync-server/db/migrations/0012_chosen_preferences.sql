ALTER TABLE "user_preferences" ALTER COLUMN "default_currency" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_preferences" ALTER COLUMN "date_format" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_preferences" ALTER COLUMN "time_zone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_preferences" ALTER COLUMN "language" DROP NOT NULL;